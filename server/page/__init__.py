"""The built-in web page, on which people play against perfect play."""
