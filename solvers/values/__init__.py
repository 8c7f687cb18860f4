"""Values of partizan games under normal play: canonical forms, their names, temperatures and thermographs."""
