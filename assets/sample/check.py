"""Checks that every quote of `tests/cases/sample.jsonl` stands in the document and on the page it names.

White space is folded before comparing. The scan is checked against its page before scanning, a Word file
against its final text: insertions kept, deletions left out, footnotes and table cells included.
"""

import json
import sys
import zipfile
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pypdfium2 as pdfium
from lxml import etree

import make

CASES = make.HERE.parents[1] / "tests" / "cases" / "sample.jsonl"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def main() -> None:
    """Prints what is wrong, if anything, and exits with 1 then."""
    make.layout_pdf.register_fonts()
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    wrong = [
        f"{case['id']}: page {gold['page']} of {gold['file']} lacks: {gold['quote']}"
        for case in cases for gold in case["gold"]
        if folded(gold["quote"]) not in folded(page_text(gold["file"], gold["page"]))
    ]
    wrong += [f"{case['id']}: gold and expectation disagree" for case in cases
              if (case["expected"] == "answer") != bool(case["gold"])]
    print("\n".join(wrong) or f"{len(cases)} questions, every quote found")
    sys.exit(bool(wrong))


def folded(words: str) -> str:
    """Returns the words with every run of white space as one blank."""
    return " ".join(words.split())


def page_text(file: str, page: int | None) -> str:
    """Returns the text of one page, or of the whole document where there are no pages."""
    if file == make.LEASE:
        return pdf_page(make.lease_before_scanning(), page)
    if file.endswith(".docx"):
        return word_text(make.OUT / file)
    if ".eml" in file:
        mail, _, attachment = file.partition(".eml")
        return mail_text(make.OUT / (mail + ".eml"), attachment.lstrip("/"), page)
    return pdf_page((make.OUT / file).read_bytes(), page)


def pdf_page(content: bytes, page: int) -> str:
    """Returns the text of page `page`, counted from 1."""
    return pdfium.PdfDocument(content)[page - 1].get_textpage().get_text_range()


def word_text(path: Path) -> str:
    """Returns the final text of a Word file, one paragraph a line."""
    lines = []
    with zipfile.ZipFile(path) as archive:
        for part in {"word/document.xml", "word/footnotes.xml"} & set(archive.namelist()):
            for paragraph in etree.fromstring(archive.read(part)).iter(WORD + "p"):
                lines.append("".join(node.text or "" for node in paragraph.iter(WORD + "t")))
    return "\n".join(lines)


def mail_text(path: Path, attachment: str, page: int | None) -> str:
    """Returns the letter, or a page of the attachment of that name."""
    message = message_from_bytes(path.read_bytes(), policy=default)
    for part in message.iter_attachments():
        if part.get_filename() == attachment:
            return pdf_page(part.get_content(), page)
    return "" if attachment else message.get_body().get_content()


if __name__ == "__main__":
    main()
