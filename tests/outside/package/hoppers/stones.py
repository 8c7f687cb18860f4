"""What the plug-ins of this package share."""

FEW = 4
