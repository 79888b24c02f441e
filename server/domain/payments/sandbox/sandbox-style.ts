import { createHash } from 'node:crypto'

/** Copies the product's design tokens, because the page isn't part of the app. */
export const sandboxStyle = `
:root{color-scheme:light;--ink:#14201B;--ink-soft:#55635C;--paper:#F6F4EE;--card:#fff;--line:#E3DFD3;--edge:#7C8982;--pine:#0E5C4A;--mint:#DFF2EA;--shadow:0 1px 2px rgb(20 32 27/.05),0 8px 24px -12px rgb(20 32 27/.18)}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--ink:#ECF2EE;--ink-soft:#A3B0A9;--paper:#0F1512;--card:#18201C;--line:#2B3630;--edge:#7C8982;--pine:#5FD0AC;--mint:#17352B;--shadow:0 0 0 1px rgb(255 255 255/.03)}}
*{box-sizing:border-box;margin:0}
body{font:400 1.0625rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Noto Sans CJK SC","Noto Sans SC",sans-serif;color:var(--ink);background:var(--paper);-webkit-font-smoothing:antialiased}
:lang(zh-CN){line-height:1.6}
main{max-width:30rem;margin:0 auto;padding:0 1rem calc(2rem + env(safe-area-inset-bottom))}
header .link{justify-content:flex-end}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;max-width:30rem;min-height:3.5rem;margin:0 auto;padding:0 1rem}
.brand{font-weight:600;color:var(--pine)}
a{color:var(--pine);font-weight:600;text-decoration-thickness:1px;text-underline-offset:3px}
.link{display:inline-flex;align-items:center;min-height:44px;min-width:44px}
.banner{padding:.5rem .75rem;border-radius:.75rem;background:var(--mint);font-size:.9375rem}
.tag{position:relative;margin-top:1rem;border-radius:1.25rem;background:var(--card);box-shadow:var(--shadow)}
.eye{display:block;width:44px;height:10px;margin:0 auto;transform:translateY(16px);border-radius:6px;background:var(--paper);box-shadow:inset 0 1px 2px rgb(20 32 27/.18)}
.amount{padding:2.25rem 1.25rem 1.25rem;text-align:center}
.amount p{color:var(--ink-soft);font-size:.9375rem}
.num{font-variant-numeric:tabular-nums}
h1{text-wrap:balance;font-size:1.75rem;line-height:1.2;font-weight:600}
.tear{height:0;margin:0 1.125rem;border-top:2px dashed var(--line)}
form{padding:1.25rem}
fieldset{padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:.75rem;font-size:.9375rem;font-weight:600}
label{display:flex;align-items:center;gap:.75rem;min-height:56px;padding:.5rem .875rem;border-radius:.75rem;box-shadow:inset 0 0 0 1px var(--line);cursor:pointer}
label+label{margin-top:.5rem}
label:has(:checked){background:var(--mint);box-shadow:inset 0 0 0 1.5px var(--pine)}
label:has(:focus-visible){outline:3px solid var(--pine);outline-offset:2px}
input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--pine)}
input:focus-visible{outline:none}
label b{display:block;font-weight:600}
label small{display:block;font-size:.9375rem;color:var(--ink-soft)}
label:has(:checked) small{color:var(--ink)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;margin-top:1.25rem;padding:.25rem 1.25rem;border:0;border-radius:1.75rem;font:inherit;font-weight:600;text-decoration:none;color:#14201B;background:#F2B33D;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--pine);outline-offset:2px}
.back{text-align:center;margin-top:.5rem}
.outcome{padding:2.5rem 1.25rem 1.25rem;text-align:center}
.outcome h1{font-size:1.375rem}
.outcome p{margin-top:.5rem;color:var(--ink-soft)}
`

const hash = createHash('sha256').update(sandboxStyle).digest('base64')

/** Allows this style, an inline icon, and forms to this origin. */
export const sandboxPolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
