"""NIST's CAVP response files as known answers. The files are public; three are carried beside."""

from collections.abc import Iterator

from table_app.rng.self_test import KnownAnswer

Fields = dict[str, list[str]]


def cases(name: str, text: str) -> list[KnownAnswer]:
    """Every SHA-512 case of one .rsp file."""
    return [_case(f"{name} {index}", fields) for index, fields in enumerate(_blocks(text))]


def _blocks(text: str) -> Iterator[Fields]:
    for block in text.replace("\r\n", "\n").split("\n\n"):
        if block.startswith("COUNT"):
            fields: Fields = {}
            for line in block.splitlines():
                key, _, value = line.partition("=")
                fields.setdefault(key.strip(), []).append(value.strip())
            yield fields


def _case(name: str, fields: Fields) -> KnownAnswer:
    first, second = fields["AdditionalInput"]
    reseed = fields.get("EntropyInputReseed")
    prediction = fields.get("EntropyInputPR")
    return KnownAnswer(
        name=name,
        entropy=fields["EntropyInput"][0],
        nonce=fields["Nonce"][0],
        personalisation=fields["PersonalizationString"][0],
        additional=(first, second),
        returned=fields["ReturnedBits"][0],
        reseed=(reseed[0], fields["AdditionalInputReseed"][0]) if reseed else None,
        prediction=(prediction[0], prediction[1]) if prediction else None,
    )
