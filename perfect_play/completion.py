"""`perfect-play completion`: a script with which a shell completes commands, options, files, ids and variants.

Needs the extra `completion`: pip install -e '.[completion]'
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from shlex import join, quote

from perfect_play.adapters import mcp_server
from puzzles import registry
from server.__main__ import add_options
from solvers.cli.main import add_commands

MISSING = "Completion needs the package shtab. To install it: pip install -e '.[completion]'"
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


def main(arguments: Sequence[str], program: str, name: str) -> int:
    """Print the script for a shell. Raises SystemExit with a sentence if shtab is not installed.

    program: the command that is completed. name: the one that prints the script.
    """
    try:
        import shtab
    except ImportError:
        raise SystemExit(MISSING) from None
    parser = argparse.ArgumentParser(program)
    add_options(parser)
    commands = add_commands(parser)
    about = f"{ABOUT[0].upper()}{ABOUT[1:]}. Its first lines say how to use it."
    printing = commands.add_parser(name, help=ABOUT, description=about)
    printing.add_argument("shell", nargs="?", choices=shtab.SUPPORTED_SHELLS, default="bash", help="default: bash")
    add_options(commands.add_parser("config", help="print every setting and its origin"))
    mcp_server.add_arguments(commands.add_parser("mcp", help="serve tools for language models"))
    shell = parser.parse_args([name, *arguments]).shell

    variants = {id_: cls.variants for cls in registry.all_rules() for id_ in (cls.id, *cls.aliases)}
    names = [f"{id_}/{variant.id}" for id_, listed in variants.items() for variant in listed]
    preamble = {key: text.format(text=quote(" ".join(names)), words=join(names)) for key, text in VARIANTS.items()}
    function = "_perfect_play_variants"
    kinds = {
        "VARIANT": {"bash": function, "zsh": function, "fish": f"({function})", "preamble": preamble},
        **{"FILE": shtab.FILE, "DIR": shtab.DIRECTORY},
    }
    for command, subparser in ((program, parser), *commands.choices.items()):
        for action in subparser._actions:
            if action.dest == "id" and command != "new":
                action.choices = list(variants)
            elif kind := kinds.get(action.metavar or action.dest.upper()):
                action.complete = kind
    print(shtab.complete(parser, shell))
    return 0
