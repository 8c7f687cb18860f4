"""The looks of boards: families of drawings, from which the picture of each plug-in chooses."""
