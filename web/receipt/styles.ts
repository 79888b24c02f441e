import { Html } from './html.ts'

/** The colours of the app, dark on a dark screen, always dark on white on paper. */
export const styles = new Html(`
:root { color-scheme: light dark; --ink: #14201b; --soft: #55635c; --paper: #f6f4ee; --card: #fff; --line: #e3dfd3; --pine: #0e5c4a; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #ecf2ee; --soft: #a3b0a9; --paper: #0f1512; --card: #18201c; --line: #2b3630; --pine: #5fd0ac; }
}
* { box-sizing: border-box; margin: 0; }
body { padding: 24px 16px; background: var(--paper); color: var(--ink); font: 400 15px/1.45 system-ui, "PingFang SC", "Noto Sans SC", sans-serif; overflow-wrap: anywhere; }
:lang(zh) body { line-height: 1.6; }
main { max-width: 640px; margin: 0 auto; padding: 24px 20px; border-radius: 16px; background: var(--card); }
header p { color: var(--pine); font-weight: 600; }
h1 { font-size: 22px; }
h2 { margin: 28px 0 8px; font-size: 15px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin-top: 20px; }
dt, small, footer { color: var(--soft); }
dd { white-space: pre-line; }
small { display: block; font-size: 13px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
td { padding-left: 16px; text-align: right; white-space: nowrap; }
tfoot th, tfoot td { font-size: 17px; font-weight: 600; }
footer { margin-top: 28px; font-size: 13px; }
@page { margin: 16mm; }
@media print {
  :root { color-scheme: light; --soft: #333; --paper: #fff; --line: #999; }
  body, main { padding: 0; }
  body, :lang(zh) body { font-size: 12px; line-height: 1.35; }
  h1 { font-size: 17px; }
  h2 { margin-top: 14px; font-size: 13px; break-after: avoid; }
  dl { gap: 4px 16px; margin-top: 12px; }
  small, footer { font-size: 10.5px; }
  th, td { padding-block: 4px; }
  tfoot th, tfoot td { font-size: 14px; }
  footer { margin-top: 14px; }
  tr, dt, dd { break-inside: avoid; }
}
`)
