"""The GamesCrafters' programs that this service can replace: their names, and their drawings where ours differ.

GamesCraftersUWAPI asks a program for an option, here a variant. It has a picture for each game, with numbered centers,
and texts where it has none. Where ours have other centers, `classic/` beside the plug-in has a picture with its own.
"""

from functools import cached_property, lru_cache

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules, UnknownPuzzle, UnknownVariant
from perfect_play.puzzles.drawing.files import PictureFiles
from perfect_play.puzzles.picture import Picture, picture_class

CLASSIC = """
1210 0to10by1or2 1=regular
1dchess 1dchess 0=regular
369mm ninemensmorris 12=regular 6=6mmNoFly
3spot 3spot 690=regular
Lgame lgame 2=regular
abalone abalone 1=regular
abrobad abrobad 0=standard
achi achi 2=regular
adugo adugo 1=5x5
allqueenschess allqueenschess 0=standard
baghchal baghchal 5=regular
beeline beeline 0=regular
ccheckers chinesecheckers 0=regular
change change 3=regular
chomp chomp 36=4x7 47=5x8 79=8x10
chopsticks chopsticks 0=0 1=1 2=2 3=3
connect4 connect4 1=6x6 2=6x7
connect4twist connect4twist 1=4x4 2=4x5
ctoi chungtoi 62=regular
dao dao 0=regular
dinododgem dinododgem 151=regular
dodgem dodgem 2=regular
domineering domineering 0=4 1=5 2=6
expantix expantix 3=3 4=4 5=5
fivefieldkono fivefieldkono 0=regular 1=delta 2=omega
forestfox forestfox 0=regular
foxes foxandhounds 1=regular
gameofy y 0=dim4 1=dim5 4=dim4-misere 5=dim5-misere
graphgame graphgame 1=0 0=1 2=2
haregame hareandhounds 1=s-hounds-first 2=s-hare-first 3=m-hounds-first 4=m-hare-first 5=l-hounds-first 6=l-hare-first
hexapawn hexapawn 0=0 1=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9
hobaggonu hobaggonu 0=regular
horse ponghauki 1=regular
jan jan 1=4x4
joust joust 288751=4x4 297501=5x4
konane konane 0=4x4 1=4x5 2=5x5 3=5x6
kono fourfieldkono 1096=standard
legrec legrec 0=advancement-comparison 1=stuck-player-wins 2=stuck-player-loses
lewth lewthwaitesgame 0=standard
lite3 lite3 1=three-in-a-row 2=surround 3=both
mancala mancala 1=regular
notakto notakto 0=regular 1=board2 2=board3
nuttt nutictactoe 1740=regular
ooe oddoreven 0=regular
orbito orbito 0=regular 1=inner-sq-clockwise 2=opp-adjacent 3=misere 4=diagonal-and-rotation
othello othello 136=regular
quarto quarto 0=regular
quickchess quickchess 1=regular
qx quickcross 9=regular
rubiksmagic rubiksmagic 0=regular
sim sim 1=regular
slide5 slide5 0=regular 1=ties
snake snake 1=regular
squaredance squaredance 7=regular
stt shifttactoe 2=default
swans dragonsandswans 1=1 5=2 9=3 13=4
tactix tactix 1=regular
tantfant tantfant 1=regular
topitop topitop 0=regular
tore mutorere 2=regular 1=misere
tsoroyematatu tsoroyematatu 0=regular
ttt tictactoe 3=regular 1=misere
ttt4 4squaretictactoe 3=regular 1=misere 4=diamond 2=diamond_misere
tttwo tictactwo 0=regular
yote yote 0=3x3 1=3x4 2=4x4
"""
"""GamesmanClassic: the program, the game's id, and each option of the program with the variant it means."""

ONE = """
dshogi dshogi 0=regular
gobbletg gobbletgobblers 0=regular
mkaooa kaooa 0=regular
neutron neutron 0=regular
quixo quixo 0=5x5 1=4x4 2=3x3
teeko teeko 0=standard 1=advanced
winkers winkers 0=simplified
"""
"""GamesmanOne, in the same form."""

Names = dict[tuple[str, str], tuple[str, str]]


def _read(table: str) -> Names:
    """(program, option) -> (id, variant)"""
    names: Names = {}
    for program, id_, *options in map(str.split, table.split("\n")[1:-1]):
        names |= {(program, option): (id_, variant) for option, _, variant in (o.partition("=") for o in options)}
    return names


CLASSIC_NAMES, ONE_NAMES = _read(CLASSIC), _read(ONE)


def find(names: Names, program: str, option: str) -> Rules:
    """The rules that a program and its option mean. Raises UnknownPuzzle or UnknownVariant."""
    programs = {name for name, _ in names}
    if program not in programs:
        raise UnknownPuzzle(program, programs, "program")
    if (program, option) not in names:
        raise UnknownVariant(program, option, [name for of, name in names if of == program])
    id_, variant = names[program, option]
    return registry.load(registry.find(id_).id, variant)


class ClassicPicture(Picture):
    """A board of which GamesCraftersUWAPI has the images. Derive a class in `classic/` beside the plug-in."""

    @cached_property
    def has_picture(self) -> bool:
        """Always."""
        return True


class Text(Picture):
    """A game of which it has none: the text of the position, without the player to move, and the names of moves."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, PictureFiles.empty())

    def cells(self, position: Position) -> str:
        """The text."""
        text: str = self.rules.format(position)
        return text.partition("_")[2]


@lru_cache(maxsize=1024)
def classic_picture_of(rules: Rules) -> Picture:
    """The picture of a variant on the programs' own boards, which have no squares beneath them."""
    cls = picture_class(type(rules), "classic")
    picture = (picture_class(type(rules)) if cls is Picture else cls)(rules)
    picture.tiles = 0
    return picture
