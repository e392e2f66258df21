"""Writes an e-mail with one attachment as a mail program stores it.

In: a `Text` whose metadata are the headers, and the attachment. Out: the bytes of an `.eml` file.
"""

from email.message import EmailMessage
from email.policy import SMTP

from markup import Text

HEADERS = {"from": "From", "to": "To", "cc": "Cc", "subject": "Subject", "date": "Date", "id": "Message-ID"}
BOUNDARY = "=_legajo_sample_0001"
"""Fixed, because the standard library would draw a new one each time."""


def render(text: Text, attachment: bytes) -> bytes:
    """Returns the message with its PDF attached under the name that the text gives."""
    message = EmailMessage(policy=SMTP)
    for key, header in HEADERS.items():
        message[header] = text.meta[key]
    message.set_content(text.body, charset="utf-8", cte="quoted-printable")
    message.add_attachment(attachment, "application", "pdf", filename=text.meta["attachment"])
    message.set_boundary(BOUNDARY)
    return message.as_bytes()
