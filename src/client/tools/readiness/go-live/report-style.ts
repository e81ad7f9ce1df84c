/** Style sheet with sufficient contrast in light, in dark and in print. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#14171f;--ink-2:#545c6b;--line:#dfe3e8;--ok:#0a7a43;--ok-soft:#ecfdf3;--danger:#b42318;--danger-soft:#fef3f2;--warn:#8a5300;--warn-soft:#fff6e5;--quiet:#f5f6f8}
@media (prefers-color-scheme:dark){:root{--paper:#14171d;--ink:#eceef2;--ink-2:#a9b1be;--line:#2a2f38;--ok:#5fd39a;--ok-soft:#10241a;--danger:#ff8a80;--danger-soft:#2b1615;--warn:#f5c26b;--warn-soft:#2a2010;--quiet:#1a1e26}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:48px 24px 64px}
h1,h2,h3,p,dl,dd,ol{margin:0}
ol{padding:0;list-style:none}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--line)}
a:hover{text-decoration-color:currentColor}
a:focus-visible{outline:2px solid currentColor;outline-offset:4px;border-radius:2px}
.kind{color:var(--ink-2)}
h1{font-size:2.25rem;line-height:1.15;letter-spacing:-.02em;font-weight:650;margin:4px 0 24px;text-wrap:balance}
h2{font-size:.9375rem;font-weight:600;margin:0 0 8px}
.result{display:flex;gap:16px;align-items:baseline;padding:16px 20px;border-radius:10px}
.result strong{font-size:1.25rem;font-weight:650;white-space:nowrap}
.result.passed{background:var(--ok-soft)}.result.failed{background:var(--danger-soft)}
.result.passed strong,.verdict.passed{color:var(--ok)}
.result.failed strong,.verdict.failed{color:var(--danger)}
.verdict.not_seen{color:var(--warn)}.verdict.note{color:var(--ink-2)}
.facts{display:grid;grid-template-columns:auto 1fr;gap:8px 24px;margin:32px 0 48px}
.facts dt,.findings dt{color:var(--ink-2)}
.facts dd,.findings dd{margin:0;font-variant-numeric:tabular-nums}
code{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
.list{margin-bottom:56px;border-bottom:1px solid var(--line)}
.list li{display:flex;justify-content:space-between;gap:24px;padding:10px 0;border-top:1px solid var(--line)}
.verdict{font-weight:600;white-space:nowrap}
.item{padding:28px 0;border-top:1px solid var(--line);scroll-margin-top:16px}
.item header{display:flex;justify-content:space-between;gap:24px;align-items:baseline;margin-bottom:12px}
.item h3{font-size:1.0625rem;font-weight:650;text-wrap:balance}
.findings{display:grid;grid-template-columns:6rem 1fr;gap:6px 16px}
.findings .mend{padding:10px 14px;border-radius:8px;background:var(--danger-soft)}
.item.not_seen .mend,.item.note .mend,.item.passed .mend{background:var(--warn-soft)}
.evidence{margin-top:16px;padding:4px 16px;border-radius:8px;background:var(--quiet)}
.evidence li{padding:10px 0;font-size:.8125rem}
.evidence li+li{border-top:1px solid var(--line)}
.evidence .what{font-weight:600}
.evidence .ids{color:var(--ink-2)}
.evidence .try{display:flex;flex-wrap:wrap;gap:0 16px;font-variant-numeric:tabular-nums}
.small{color:var(--ink-2);font-size:.8125rem;margin-top:32px}
.review{display:none}
@media (max-width:34rem){main{padding:32px 16px 48px}h1{font-size:1.75rem}.facts,.findings{grid-template-columns:1fr;gap:0}.facts dd,.findings dd{margin-bottom:10px}.result{flex-direction:column;gap:4px}}
@media print{
:root{color-scheme:light;--paper:#fff;--ink:#000;--ink-2:#444;--line:#ccc;--ok:#0a7a43;--ok-soft:#fff;--danger:#b42318;--danger-soft:#fff;--warn:#8a5300;--warn-soft:#fff;--quiet:#fff}
@page{margin:18mm 16mm}
body{font-size:10.5pt}main{max-width:none;padding:0}h1{font-size:22pt}
.result,.evidence,.findings .mend{border:1px solid var(--line)}
.item,.evidence li,.list li{break-inside:avoid}.item{padding:14pt 0}h2{break-after:avoid}
.list{margin-bottom:24pt}.facts{margin:18pt 0 24pt}
a{text-decoration:none}
.review{display:flex;gap:24pt;margin-top:36pt;break-inside:avoid}.review p{flex:1;padding-top:4pt;border-top:1px solid #000;font-size:9pt}
}
`
