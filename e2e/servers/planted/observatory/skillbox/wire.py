"""JSON-RPC, a message a line."""

import json
import sys

PARSE, REQUEST, METHOD, PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603


class Refusal(Exception):
    """What a handler raises so that the client is told."""

    def __init__(self, message, code=PARAMS):
        super().__init__(message)
        self.code = code


def log(text):
    print(f"skillbox: {text}", file=sys.stderr, flush=True)


def serve(handlers, lines=None, out=None):
    """Answers until the input ends."""
    lines = sys.stdin.buffer if lines is None else lines
    out = sys.stdout.buffer if out is None else out
    for line in lines:
        if not line.strip():
            continue
        message = answer(handlers, line)
        if message is not None:
            text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
            out.write(text.encode("utf-8") + b"\n")
            out.flush()


def answer(handlers, line):
    try:
        message = json.loads(line)
    except ValueError:
        return failure(None, PARSE, "That is no JSON")
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return failure(None, REQUEST, "That is no request")
    if "id" not in message:
        return None
    handler = handlers.get(message["method"])
    if handler is None:
        return failure(message["id"], METHOD, f"There is no method {message['method']}")
    try:
        return {"id": message["id"], "result": handler(message.get("params") or {})}
    except Refusal as refusal:
        return failure(message["id"], refusal.code, str(refusal))
    except Exception as error:  # the client gets an answer, whatever went wrong
        log(f"{message['method']}: {error!r}")
        return failure(message["id"], INTERNAL, "Something went wrong here")


def failure(identifier, code, message):
    return {"id": identifier, "error": {"code": code, "message": message}}
