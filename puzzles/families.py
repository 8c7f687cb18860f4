"""The families of the catalogue, which group related puzzles and games, and the list of the well-known ones.

Every puzzle and game of this repository is in one family. Plug-ins from outside come under `OTHER_FAMILY`.
"""

from functools import cache

OTHER_FAMILY = "Others"

FAMILIES: dict[str, str] = {
    "Sliding and pushing": """
        npuzzle klotski rushhour sokoban eightball lunarlockout tiltago stormyseas squirrels snakestale
        chipschallenge snakebird gridnavigation hopndrop icehouse tugrope doorkeeper rockfall twinsteps""",
    "Twisting and ordering": """
        rubikscube rubikscube3 pyraminx skewb topspin towersofhanoi spinout pancakes lineardisks lightsout wayout""",
    "Jumping and placing": """
        pegsolitaire solitairechess nqueens bishoppuzzle clocksolitaire sevenpennies toadsandfrogspuzzle""",
    "Drawing and laying": "flowfree hashi tantrix marblecircuit",
    "In a row": """
        tictactoe connect4 quarto connect4twist 4squaretictactoe notakto nutictactoe tictactwo shifttactoe lite3
        gobbletgobblers orbito quickcross quixo slide5 tootandotto rubiksmagic winkers expantix squaredance""",
    "Placing, then moving": "ninemensmorris achi tantfant chungtoi tsoroyematatu horses teeko dao jan allqueenschess",
    "Chess and capturing": """
        chess 1dchess quickchess tictacchec dshogi breakthrough amazons hexapawn konane clobber yote fourfieldkono
        abalone""",
    "Hunting": "foxandhounds hareandhounds baghchal adugo dragonsandswans kaooa beeline",
    "Racing": "dodgem dinododgem sternhalma change fivefieldkono hobaggonu legrec neutron",
    "Blocking": "mutorere ponghauki lgame joust snake toadsandfrogs lewthwaitesgame hackenbush col snort domineering",
    "Surrounding and connecting": "othello dotsandboxes y sim 3spot topitop abrobad",
    "Sowing": "kalah mancala",
    "Heaps and numbers": """
        nim kayles dawsonschess wythoff grundy euclidsgame chomp 0to10by1or2 octal mockturtles turningcoins
        turningcorners oddoreven chopsticks tactix jenga forestfox graphgame northcott sum""",
}
"""The ids of each family, the best known first."""

WELL_KNOWN = [
    *("tictactoe", "connect4", "npuzzle", "rubikscube", "othello", "towersofhanoi", "rushhour", "pegsolitaire"),
    *("chess", "ninemensmorris", "dotsandboxes", "nim", "sokoban", "lightsout", "nqueens", "kalah", "klotski"),
]
"""The ids of widely known puzzles and games, the best known first."""

NEAR = {
    "chess dshogi quickchess": "Xiangqi, Chinese chess, Janggi, Makruk, Minichess, Ajedrez, Échecs",
    "konane foxandhounds": "Checkers, Draughts, Damas, Dames, Jeu de dames",
    "foxandhounds baghchal hareandhounds": "Tafl, Hnefatafl, Tablut",
    "fivefieldkono fourfieldkono": "Halma, Chinese checkers, Damas chinas, Dames chinoises",
    "othello y konane": "Go, Baduk, Weiqi",
    "y": "Hex, Havannah, Twixt",
    "connect4 tictactoe teeko": "Gomoku, Renju, Five in a row, Connect 5, Pente, Cinco en raya",
    "orbito shifttactoe": "Pentago",
    "tictactoe 4squaretictactoe notakto": "Ultimate tic tac toe, Gato",
    "tantfant tsoroyematatu achi": "Three Men's Morris, Picaria, Nine Holes",
    "kalah mancala": "Oware, Awari, Awalé, Owari, Wari, Ayo, Bao, Congklak, Sungka",
    "dotsandboxes": "Timbiriche, Pipopipette",
    "nqueens": "Ocho reinas, Huit reines, Knight's tour",
    "flowfree hashi nqueens": "Sudoku, Kakuro, Nonogram, Slitherlink, Minesweeper, Buscaminas, Démineur",
    "npuzzle": "2048",
    "rushhour klotski": "Unblock me",
    "sokoban tiltago": "Bloxorz",
    "pyraminx skewb rubikscube3": "Megaminx, Square-1",
}
"""By the ids of what is nearest to them: names that people search for without a puzzle or game of that name here."""

TRIED_FIRST = ("tictactoe", "npuzzle", "rubikscube")
"""What newcomers try first: the opening variants of these are solved before all others."""


@cache
def _families() -> dict[str, str]:
    return {puzzle_id: family for family, ids in FAMILIES.items() for puzzle_id in ids.split()}


def family_of(puzzle_id: str) -> str:
    """The family of a puzzle or game."""
    return _families().get(puzzle_id, OTHER_FAMILY)


def place_of(puzzle_id: str) -> int | None:
    """The place of a puzzle or game among the well-known, from 1; None if it is not among them."""
    return WELL_KNOWN.index(puzzle_id) + 1 if puzzle_id in WELL_KNOWN else None


def near(puzzle_id: str) -> list[str]:
    """The names of other puzzles and games to which this one is nearest."""
    return [name for ids, names in NEAR.items() if puzzle_id in ids.split() for name in names.split(", ")]
