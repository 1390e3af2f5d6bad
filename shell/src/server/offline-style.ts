/** Styles of the offline page besides the shell's own stylesheets; the classes are those of `offline-page/`. */
export const OFFLINE_STYLE = `.offline{display:grid;gap:var(--space-6);align-content:center;justify-items:center;min-height:100svh;text-align:center}
.offline header{display:grid;gap:var(--space-5);justify-items:center}
.offline header svg{width:3rem}
.offline #wanted{display:grid;justify-items:center;width:100%}
.offline #wanted:empty{display:none}
.offline header .soft{text-wrap:balance}
.offline h1{font-size:var(--type-title)}
.offline h2{font-size:var(--type-heading)}
.offline .soft{color:var(--ink-soft);max-width:var(--measure)}
.offline .retry{display:inline-flex;align-items:center;min-height:var(--control-height);padding:var(--space-3) var(--space-6);border-radius:var(--radius-round);background:var(--accent);color:var(--accent-ink);font-weight:var(--weight-strong);text-decoration:none}
.offline .profile{display:grid;gap:var(--space-5);align-items:center;justify-items:start;width:min(100%,40rem);padding:var(--space-5);border-radius:var(--radius-card);background:var(--surface-raised);text-align:start}
.offline .profile div{display:grid;gap:var(--space-3);min-width:0}
.offline .picture{width:100%;object-fit:cover;border-radius:var(--radius-picture);background:var(--surface-lifted)}
.offline .profile .picture{aspect-ratio:4/5;max-height:20rem}
.offline .initial{display:grid;place-items:center;font:var(--type-title)/1 var(--font-title);color:var(--ink-soft)}
.offline section{display:grid;gap:var(--space-5);width:min(100%,56rem)}
.offline .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,9rem));justify-content:center;gap:var(--space-4)}
.offline .card{display:grid;gap:var(--space-2);min-height:var(--target);text-decoration:none}
.offline .card .picture{aspect-ratio:1}
.offline .card .name{overflow-wrap:anywhere;line-height:var(--leading-tight)}
@media (min-width:36rem){.offline .profile{grid-template-columns:14rem 1fr}}`;
