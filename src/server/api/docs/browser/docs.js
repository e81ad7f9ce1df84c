// Progressive enhancement: sample language, copy buttons, filter and scroll spy. Without it the page is plain text.
const LANGUAGES = ['curl', 'TypeScript']
const STORED = 'docs-language'
const COPIED_SHOWN_MS = 2000

/** Storage may be blocked: the choice then lasts as long as the page. */
const stored = {
  read() {
    try {
      return sessionStorage.getItem(STORED)
    } catch {
      return null
    }
  },
  write(language) {
    try {
      sessionStorage.setItem(STORED, language)
    } catch {
      // Storage is blocked.
    }
  },
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties)

// The language of the samples.

const samples = [...document.querySelectorAll('.sample[data-language]')]

/** Samples of the same call. A sample without alternatives is always shown. */
const languagesBeside = (sample) =>
  [...sample.parentElement.children].filter((other) => other.matches('.sample[data-language]'))

function show(language) {
  for (const sample of samples) {
    const isAlone = languagesBeside(sample).length === 1
    sample.hidden = !isAlone && sample.dataset.language !== language
  }
}

function choose(language, from) {
  const place = from.getBoundingClientRect().top
  show(language)
  stored.write(language)
  const shown = languagesBeside(from).find((sample) => sample.dataset.language === language)
  // Samples above have changed in height: keeps the scroll position.
  window.scrollBy({ top: shown.getBoundingClientRect().top - place, behavior: 'instant' })
  shown.querySelector('[aria-pressed="true"]').focus({ preventScroll: true })
}

function addLanguages(sample) {
  const own = sample.dataset.language
  const group = make('span', { className: 'languages', role: 'group', ariaLabel: 'Language' })
  for (const language of LANGUAGES) {
    const button = make('button', { type: 'button', textContent: language })
    button.ariaPressed = String(language === own)
    button.addEventListener('click', () => choose(language, sample))
    group.append(button)
  }
  sample.querySelector('figcaption').replaceChildren(group)
}

// Copying.

function addCopy(sample) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    const copied = await copy(sample.querySelector('code'))
    button.textContent = copied ? 'Copied' : 'Selected'
    setTimeout(() => (button.textContent = 'Copy'), COPIED_SHOWN_MS)
  })
  button.ariaLive = 'polite'
  sample.querySelector('figcaption').append(button)
}

async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    // There is no clipboard outside https and localhost: the reader copies the selection.
    getSelection().selectAllChildren(code)
    return false
  }
}

for (const sample of samples) if (languagesBeside(sample).length > 1) addLanguages(sample)
for (const sample of document.querySelectorAll('.sample')) addCopy(sample)
show(LANGUAGES.includes(stored.read()) ? stored.read() : LANGUAGES[0])

// The filter of the contents.

const contents = document.querySelector('#contents')
const filter = document.querySelector('#filter')
const links = [...contents.querySelectorAll('a')]
const search = filter.closest('search')
const found = search.querySelector('output')
search.hidden = false

/** The searchable text of a link: its label, and the endpoint and id of its section. */
const wordsOf = (link) => {
  const target = document.getElementById(link.hash.slice(1))
  const endpoint = target?.querySelector(':scope > .text > .endpoint')?.textContent ?? ''
  return `${link.textContent} ${endpoint} ${link.hash.slice(1)}`.toLowerCase()
}
const index = new Map(links.map((link) => [link, wordsOf(link)]))

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/)
  const isFound = (link) => words.every((word) => index.get(link).includes(word))
  for (const group of contents.querySelectorAll('.group')) {
    const [title, ...rest] = group.querySelectorAll('a')
    for (const link of rest) link.parentElement.hidden = !isFound(link) && !isFound(title)
    group.hidden = ![title, ...rest].some(isFound)
  }
  const count = links.filter((link) => link.checkVisibility()).length
  found.textContent = filter.value === '' ? '' : `${count} found`
}

filter.addEventListener('input', applyFilter)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') links.find((link) => isFirst(link))?.click()
  if (event.key !== 'Escape' || filter.value === '') return
  event.preventDefault()
  filter.value = ''
  applyFilter()
})
const isFirst = (link) =>
  link.checkVisibility() &&
  filter.value
    .toLowerCase()
    .split(/\s+/)
    .every((word) => index.get(link).includes(word))

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (!filter.checkVisibility()) contents.showPopover()
  filter.focus()
})

// Scroll spy: marks the current section in the contents.

contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover()
})

const linkTo = new Map(links.map((link) => [link.hash.slice(1), link]))
const inView = new Set()
let current

function markCurrent() {
  const first = [...linkTo.keys()].findLast((id) => inView.has(id))
  const link = linkTo.get(first)
  if (link === undefined || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'location')
  current = link
  const { top, bottom } = link.getBoundingClientRect()
  const box = contents.getBoundingClientRect()
  if (top < box.top || bottom > box.bottom) contents.scrollTop += top - box.top - box.height / 3
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target.id)
      else inView.delete(target.id)
    }
    markCurrent()
  },
  // The section at a quarter of the viewport's height is the current one.
  { rootMargin: '-25% 0px -75% 0px' },
)
for (const id of linkTo.keys()) {
  const section = document.getElementById(id)
  if (section) watch.observe(section)
}
