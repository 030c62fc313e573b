"""Builds the minimal bot in Go, where there is a Go to build it with.

Nothing of it lies in the repository but `go_bot/main.go`: the code of the protocol is
generated, and all that is built is kept in the user's cache for the next time.
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from scripts.benches.measured_process import ROOT

VERSIONS = {
    "google.golang.org/grpc": "v1.76.0",
    "google.golang.org/protobuf": "v1.36.10",
    "google.golang.org/grpc/cmd/protoc-gen-go-grpc": "v1.5.1",
}
"""What is used, with the versions it is known to build with."""

_SOURCE = ROOT / "scripts" / "benches" / "go_bot" / "main.go"
_PROTO = ROOT / "proto"
_FILES = ("arena/v1/cards.proto", "arena/v1/play_service.proto")
_PACKAGE = "bench/arenav1"


def build() -> Path | None:
    """Gives the program, built now if it is not there; `None` where there is no Go.

    Raises:
        subprocess.CalledProcessError: It does not build; Go has said why.
    """
    go = shutil.which("go")
    if go is None:
        return None
    sources = [_SOURCE, *(_PROTO / name for name in _FILES)]
    state = b"".join(path.read_bytes() for path in sources) + repr(VERSIONS).encode()
    folder = _cache() / sha256(state).hexdigest()[:16]
    program = folder / "bot"
    if not program.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _build(go, folder)
    return program


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tienlen-arena-bench"


def _build(go: str, folder: Path) -> None:
    tools = folder / "tools"
    environment = {**os.environ, "GOBIN": str(tools)}

    def run(*words: str) -> None:
        # What it says belongs to the bench's messages, not to its figures.
        subprocess.run(
            words, cwd=folder, env=environment, check=True, stdout=sys.stderr
        )

    protobuf = "google.golang.org/protobuf"
    grpc = "google.golang.org/grpc"
    plugin = f"{grpc}/cmd/protoc-gen-go-grpc"
    run(go, "install", f"{protobuf}/cmd/protoc-gen-go@{VERSIONS[protobuf]}")
    run(go, "install", f"{plugin}@{VERSIONS[plugin]}")
    options = ["module=bench", *(f"M{name}={_PACKAGE}" for name in _FILES)]
    run(
        sys.executable,
        "-m",
        "grpc_tools.protoc",
        f"--proto_path={_PROTO}",
        *(f"--plugin={tools / f'protoc-gen-{kind}'}" for kind in ("go", "go-grpc")),
        *(f"--{kind}_out={folder}" for kind in ("go", "go-grpc")),
        *(f"--{kind}_opt={option}" for kind in ("go", "go-grpc") for option in options),
        *_FILES,
    )
    shutil.copy(_SOURCE, folder)
    run(go, "mod", "init", "bench")
    run(go, "get", *(f"{module}@{VERSIONS[module]}" for module in (grpc, protobuf)))
    run(go, "build", "-mod=mod", "-o", "bot", ".")
