"""Reports on one position: its value and every move's, its best line, its best move, its drawing."""
