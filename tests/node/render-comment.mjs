// Render Markdown as github.com shows a comment, as closely as public packages allow: cmark-gfm (GitHub's own parser),
// GitHub's allow-list of HTML, alerts, emoji, colours, and GitHub's style sheet.
//
// usage: node render-comment.mjs IN.md OUT.html [light|dark] [WIDTH]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gemoji } from 'gemoji';
import rehypeHighlight from 'rehype-highlight';
import rehypeParse from 'rehype-parse';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const [input, output, theme = 'light', width = '760'] = process.argv.slice(2);
const EXTENSIONS = ['table', 'strikethrough', 'autolink', 'tagfilter', 'tasklist', 'footnotes'].flatMap(name => ['-e', name]);
const ICONS = { NOTE: 'ℹ', TIP: '💡', IMPORTANT: '❗', WARNING: '⚠', CAUTION: '🛑' };
const EMOJI = Object.fromEntries(gemoji.flatMap(each => each.names.map(name => [name, each.emoji])));
const COLOURS = {
  light: { page: '#fff', keyword: '#cf222e', title: '#6639ba', number: '#0550ae', deletion: '#ffebe9', addition: '#dafbe1' },
  dark: { page: '#0d1117', keyword: '#ff7b72', title: '#d2a8ff', number: '#79c0ff', deletion: '#67060c', addition: '#033a16' },
}[theme];

const alerts = () => tree => visit(tree, 'element', node => {
  if (node.tagName !== 'blockquote') return;
  const text = node.children.find(child => child.tagName === 'p')?.children?.[0];
  const kind = text?.type === 'text' && text.value.match(/^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*\n?/);
  if (!kind) return;
  text.value = text.value.slice(kind[0].length);
  node.tagName = 'div';
  node.properties = { className: ['markdown-alert', `markdown-alert-${kind[1].toLowerCase()}`] };
  const title = { type: 'text', value: `${ICONS[kind[1]]} ${kind[1][0]}${kind[1].slice(1).toLowerCase()}` };
  node.children.unshift({ type: 'element', tagName: 'p', properties: { className: ['markdown-alert-title'] }, children: [title] });
});
const emoji = () => tree => visit(tree, 'text', (node, _, parent) => {
  if (!['code', 'pre'].includes(parent?.tagName)) node.value = node.value.replace(/:([+\-\w]+):/g, (all, name) => EMOJI[name] || all);
});
const languages = () => tree => visit(tree, 'element', node => {
  if (node.tagName === 'pre' && node.properties.lang) node.children[0].properties = { className: [`language-${node.properties.lang}`] };
});

const raw = execFileSync('cmark-gfm', ['--unsafe', '--github-pre-lang', ...EXTENSIONS, input], { maxBuffer: 1 << 28 }).toString();
const html = String(await unified()
  .use(rehypeParse, { fragment: true }).use(rehypeSanitize, defaultSchema)
  .use(languages).use(emoji).use(alerts).use(rehypeHighlight, { detect: false }).use(rehypeStringify).process(raw));
const style = readFileSync(new URL(`./node_modules/github-markdown-css/github-markdown-${theme}.css`, import.meta.url), 'utf8');
writeFileSync(output, `<!doctype html><meta charset=utf-8><style>${style}
body{margin:0;background:${COLOURS.page}}
.comment{max-width:${width}px;margin:16px auto;border:1px solid ${theme === 'dark' ? '#3d444d' : '#d1d9e0'};border-radius:6px;padding:16px}
.hljs-keyword{color:${COLOURS.keyword}} .hljs-title{color:${COLOURS.title}} .hljs-number{color:${COLOURS.number}}
.hljs-deletion{background:${COLOURS.deletion}} .hljs-addition{background:${COLOURS.addition}}</style>
<div class=comment><article class="markdown-body" style="font-size:14px">${html}</article></div>
`);
