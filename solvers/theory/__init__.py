"""What theory says of games: nimbers of octal games and proofs of their periods, and values of partizan games."""
