"""`perfect-play completion`: a script with which a shell completes commands, options, files, ids and variants.

Needs the extra `completion`: pip install 'perfect-play[completion]'
"""

from argparse import ArgumentParser
from collections.abc import Mapping
from shlex import join, quote

from perfect_play.puzzles import registry

MISSING = (
    "Completion needs the package shtab. "
    "To install it: pip install 'perfect-play[completion]', or in the project's folder pip install -e '.[completion]'"
)
ABOUT = "print a script with which a shell completes commands, options, files and ids; bash, fish and zsh also variants"

VARIANTS = {
    "bash": "_perfect_play_variants() {{\n"
    """  compgen -W {text} -- "${{COMP_WORDS[COMP_CWORD-1]}}/$1" | cut -d / -f 2-\n}}""",
    "zsh": "_perfect_play_variants() {{\n  local names=({words})\n"
    """  compadd -- ${{${{(M)names:#"${{words[CURRENT-1]}}"/*}}#*/}}\n}}""",
    "fish": "function _perfect_play_variants\n"
    """  string replace -rf -- "^"(string escape --style=regex -- (commandline -opc)[-1])/ "" {words}\nend""",
}
"""A function for each shell that writes the variants of what the id before them names."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `perfect-play completion`. Raises SystemExit with a sentence if shtab is not installed."""
    try:
        from shtab import SUPPORTED_SHELLS
    except ImportError:
        raise SystemExit(MISSING) from None
    parser.description = f"{ABOUT[0].upper()}{ABOUT[1:]}. Its first lines say how to use it."
    parser.add_argument("shell", nargs="?", choices=SUPPORTED_SHELLS, default="bash", help="default: bash")


def script(parser: ArgumentParser, commands: Mapping[str, ArgumentParser], shell: str) -> str:
    """What makes a shell complete the arguments of a parser and of its commands, whose actions are changed."""
    import shtab

    variants = {id_: cls.variants for cls in registry.all_rules() for id_ in (cls.id, *cls.aliases)}
    names = [f"{id_}/{variant.id}" for id_, listed in variants.items() for variant in listed]
    preamble = {key: text.format(text=quote(" ".join(names)), words=join(names)) for key, text in VARIANTS.items()}
    function = "_perfect_play_variants"
    kinds = {
        "VARIANT": {"bash": function, "zsh": function, "fish": f"({function})", "preamble": preamble},
        **{"FILE": shtab.FILE, "DIR": shtab.DIRECTORY},
    }
    for command, subparser in (("", parser), *commands.items()):
        for action in subparser._actions:
            if action.dest == "id" and command != "new":
                action.choices = list(variants)
            elif kind := kinds.get(str(action.metavar or action.dest).upper()):
                action.complete = kind  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))
