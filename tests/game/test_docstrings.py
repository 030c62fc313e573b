import doctest
import importlib
import pkgutil

import pytest

import arena.game

MODULES = [module.name for module in pkgutil.iter_modules(arena.game.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(f"arena.game.{name}")
    assert doctest.testmod(module).failed == 0
