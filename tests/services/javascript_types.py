"""Type-check the scripts, with the types of the API's answers generated from its schema.

`frontend/static/js/api_types.js` gives the generated types (build/api.d.ts) their names.
"""

import subprocess
import sys

from config.env import BASE_DIR

SCHEMA = "build/openapi.json"
TYPES = "build/api.d.ts"
COMMANDS = (
    [sys.executable, "manage.py", "spectacular", "--format", "openapi-json", "--file", SCHEMA],
    [
        "node",
        "node_modules/openapi-typescript/bin/cli.js",
        SCHEMA,
        "--output",
        TYPES,
        "--default-non-nullable",
        "false",
    ],
    ["node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json"],
    # By itself: workers and pages declare different things under the same names.
    ["node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.worker.json"],
)


def main() -> int:
    """Run the commands one after the other; the first that fails is the result."""
    (BASE_DIR / "build").mkdir(exist_ok=True)
    for command in COMMANDS:
        if status := subprocess.run(command, cwd=BASE_DIR, check=False).returncode:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
