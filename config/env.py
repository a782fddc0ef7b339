"""Everything the environment may say, read once, typed, loud on bad values."""

from pathlib import Path

from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent

_env = Env()

DATA_DIR: Path = Path(_env.str("ASTERISM_DATA", str(BASE_DIR / "data"))).resolve()
DEBUG: bool = _env.bool("DEBUG", False)
DATABASE_URL: str = _env.str("DATABASE_URL", "")
REDIS_URL: str = _env.str("REDIS_URL", "")
SECRET_KEY: str = _env.str("SECRET_KEY", "")
ALLOWED_HOSTS: list[str] = _env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
EMBEDDED: bool = not DATABASE_URL
