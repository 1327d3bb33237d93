"""Ed25519 signatures (RFC 8032), since Python's standard library has none.

Good enough to try a client against a sandbox. It is slow, and its running time depends on the key: in a program that
handles real keys, use a library such as PyCA's cryptography.
"""

from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE_Y = 4 * pow(5, -1, P) % P


def _recover_x(y: int) -> int:
    """The even x of a point of the curve with the given y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if x % 2 == 0 else P - x


# Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z.
_BASE_X = _recover_x(BASE_Y)
BASE = (_BASE_X, BASE_Y, 1, _BASE_X * BASE_Y % P)
NEUTRAL = (0, 1, 1, 0)


def _add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiply(number: int, point):
    result = NEUTRAL
    while number > 0:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _encode(point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _number(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little") % ORDER


def sign(seed: bytes, message: bytes) -> bytes:
    """Signs a message with a private key of 32 bytes."""
    digest = sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    public = _encode(_multiply(scalar, BASE))
    nonce = _number(digest[32:], message)
    commitment = _encode(_multiply(nonce, BASE))
    answer = (nonce + _number(commitment, public, message) * scalar) % ORDER
    return commitment + answer.to_bytes(32, "little")
