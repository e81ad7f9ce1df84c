const data = JSON.parse(document.getElementById('data').textContent)
const choice = {
  language: data.languages[0].tag,
  themes: new Set(data.themes),
  widths: new Set(data.widths),
  find: '',
}
/** The visible picture: indexes of its state and of its look among those shown. */
let seen = { state: 0, look: 0 }

const changed = new Set(data.changed)
const dialog = document.querySelector('dialog')
/** Relative width of a look in its row. */
const roomOf = (width) => Math.min(2.55, Math.max(1, 0.22 + width / 550))

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function looks() {
  return data.widths
    .filter((width) => choice.widths.has(width))
    .flatMap((width) =>
      data.themes.filter((theme) => choice.themes.has(theme)).map((theme) => ({ width, theme })),
    )
}

function states() {
  const words = choice.find.toLowerCase().split(/\s+/)
  const found = data.states.filter((state) => {
    const text = `${state.group} ${state.title} ${state.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (data.earlier === null) return found
  const grouped = found.map((state) => {
    const group = looks().some((look) => changed.has(pathOf(state, look))) ? 'Changed' : 'As before'
    return { ...state, group }
  })
  return ['Changed', 'As before'].flatMap((name) => grouped.filter(({ group }) => group === name))
}

function pathOf({ name }, { width, theme }) {
  return `${choice.language}/${name}-${width}-${theme}.jpg`
}

function faultsOf({ name }, { width }) {
  return data.faults.filter(
    (fault) => fault.state === name && fault.language === choice.language && fault.width === width,
  )
}

function draw() {
  const shown = states()
  const columns = looks()
  const rows = shown.flatMap((state, place) => {
    const begins = state.group !== shown[place - 1]?.group
    const row = columns.map((look, column) => figure(state, look, () => show(place, column)))
    return [
      ...(begins ? [element('h2', { textContent: state.group })] : []),
      element(
        'section',
        { className: 'state' },
        element('h3', {}, state.title, element('code', { textContent: state.name })),
        element('div', { className: 'row' }, ...row),
      ),
    ]
  })
  document.querySelector('main').replaceChildren(...rows)
  const count = shown.length * columns.length
  document.getElementById('count').textContent = `${shown.length} states, ${count} pictures`
}

function figure(state, look, open) {
  const faults = faultsOf(state, look)
  const label = `${look.width} ${look.theme}`
  const images = picturesOf(state, look).map((picture) =>
    element('img', { loading: 'lazy', ...picture, alt: `${state.title}, ${label}${picture.alt}` }),
  )
  const button = element('button', { className: 'thumb', type: 'button', onclick: open }, ...images)
  const framed = element(
    'figure',
    {},
    button,
    element('figcaption', {
      className: faults.length > 0 ? 'bad' : '',
      title: faults.map(({ text }) => text).join('\n'),
      textContent: faults.length > 0 ? `${label}, faulty` : label,
    }),
  )
  framed.style.setProperty('--room', roomOf(look.width) * images.length)
  return framed
}

/** The picture; where it has changed, the earlier one before it. */
function picturesOf(state, look) {
  const path = pathOf(state, look)
  if (!changed.has(path)) return [{ src: path, alt: '' }]
  return [
    { src: `${data.earlier}/${path}`, alt: ', before' },
    { src: path, alt: ', now' },
  ]
}

function show(state, look) {
  const shown = states()
  const columns = looks()
  seen = {
    state: Math.min(Math.max(state, 0), shown.length - 1),
    look: (look + columns.length) % columns.length,
  }
  const picture = shown[seen.state]
  const column = columns[seen.look]
  if (picture === undefined || column === undefined) return
  const language = data.languages.find(({ tag }) => tag === choice.language)
  const title = `${picture.title} · ${column.width} px, ${column.theme} · ${language.name}`
  document.getElementById('shown').textContent = title
  const stage = dialog.querySelector('.stage')
  const pictures = picturesOf(picture, column)
  stage.replaceChildren(
    ...pictures.map(({ src, alt }) => element('img', { src, alt: title + alt })),
  )
  stage.classList.toggle('pair', pictures.length > 1)
  stage.scrollTop = 0
  if (!dialog.open) dialog.showModal()
}

function speakNext() {
  const place = data.languages.findIndex(({ tag }) => tag === choice.language)
  choose(data.languages[(place + 1) % data.languages.length].tag)
  show(seen.state, seen.look)
}

function choose(tag) {
  choice.language = tag
  document.getElementById('language').value = tag
  draw()
}

function drawPickers() {
  const language = document.getElementById('language')
  language.append(
    ...data.languages.map(({ tag, name }) =>
      element('option', { value: tag, textContent: `${name} (${tag})` }),
    ),
  )
  language.addEventListener('change', () => choose(language.value))
  for (const [id, chosen] of [
    ['themes', choice.themes],
    ['widths', choice.widths],
  ])
    document.getElementById(id).append(...Array.from(chosen, (value) => toggle(value, chosen)))
  const find = document.getElementById('find')
  find.addEventListener('input', () => {
    choice.find = find.value.trim()
    draw()
  })
}

function toggle(value, chosen) {
  const input = element('input', { type: 'checkbox', checked: true })
  input.addEventListener('change', () => {
    if (input.checked) chosen.add(value)
    else chosen.delete(value)
    draw()
  })
  return element('label', {}, input, String(value))
}

function drawFaults() {
  const box = document.getElementById('faults')
  box.hidden = data.faults.length === 0
  const count = data.faults.length
  box.querySelector('summary').textContent = count === 1 ? '1 fault' : `${count} faults`
  box.querySelector('ul').append(
    ...data.faults.map((fault) => {
      const { state, language, width, text } = fault
      const button = element('button', {
        type: 'button',
        textContent: `${state}, ${language}, ${width} px: ${text}`,
        onclick: () => showFault(fault),
      })
      return element('li', {}, button)
    }),
  )
}

function showFault({ state, language, width }) {
  choose(language)
  const place = states().findIndex(({ name }) => name === state)
  const look = looks().findIndex((look) => look.width === width)
  if (place >= 0 && look >= 0) show(place, look)
}

const MOVES = {
  ArrowUp: () => show(seen.state - 1, seen.look),
  ArrowDown: () => show(seen.state + 1, seen.look),
  ArrowLeft: () => show(seen.state, seen.look - 1),
  ArrowRight: () => show(seen.state, seen.look + 1),
  l: speakNext,
}
dialog.addEventListener('keydown', (event) => {
  const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key]
  if (move === undefined) return
  event.preventDefault()
  move()
})
document.getElementById('close').addEventListener('click', () => dialog.close())

drawPickers()
drawFaults()
draw()
