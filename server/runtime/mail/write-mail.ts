const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** Writes a short mail as text and HTML. The first paragraph is its heading, and the footer names the seller. */
export function writeMail(
  locale: string,
  {
    subject,
    paragraphs,
    footer,
  }: { subject: string; paragraphs: readonly string[]; footer: readonly string[] },
): { subject: string; text: string; html: string } {
  const [heading = '', ...rest] = paragraphs
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:sans-serif;color:#14201b">
<h1 style="font-size:20px">${escapeHtml(heading)}</h1>
${rest.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="color:#44524b">${footer.map(escapeHtml).join('<br>')}</p>
</body></html>
`
  return { subject, text: `${[...paragraphs, footer.join('\n')].join('\n\n')}\n`, html }
}
