"""`python -m solvers completion`: a script with which bash and zsh complete the arguments of `perfect-play`."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from typing import Any

from puzzles import registry
from solvers.cli.chosen import add_parser
from solvers.manager import PuzzleManager

SCRIPT = """\
# Completes the commands, ids and variants of perfect-play. In bash: source <(perfect-play completion)
# In zsh: autoload -U +X bashcompinit && bashcompinit && source <(perfect-play completion)
_perfect_play() {{
    local words=
    case $COMP_CWORD in
        1) words={commands} ;;
        2) words={ids} ;;
        3) case ${{COMP_WORDS[2]}} in
{variants}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _perfect_play perfect-play"""


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    add_parser(commands, "completion", run, "print a script with which bash and zsh complete perfect-play's arguments")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command."""
    from solvers.cli.main import names  # not at the top: it imports this module

    classes = registry.all_rules()
    ids = [name for cls in classes for name in (cls.id, *cls.aliases)]
    variants = [
        f"            {'|'.join((cls.id, *cls.aliases))}) words={_words(variant.id for variant in cls.variants)} ;;"
        for cls in classes
    ]
    print(SCRIPT.format(commands=_words(names()), ids=_words(ids), variants="\n".join(variants)))
    return 0


def _words(words: Iterable[str]) -> str:
    """Words as one argument of the shell."""
    return shlex.quote(" ".join(words))
