// Swagger UI is dark where this class stands. Everything else follows the colour scheme by itself.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followColourScheme = () =>
  document.documentElement.classList.toggle('dark-mode', dark.matches)
followColourScheme()
dark.addEventListener('change', followColourScheme)

const nothing = () => null
const domNode = document.querySelector('#swagger-ui')

window.SwaggerUIBundle({
  domNode,
  url: domNode.dataset.document,
  // Swagger UI takes any fragment for one of its own, and would lead away from a code.
  deepLinking: location.hash === '' || location.hash.startsWith('#/'),
  defaultModelsExpandDepth: 0,
  // Keys do not belong in browsers, and the API refuses them there: nothing is sent from here.
  supportedSubmitMethods: [],
  plugins: [
    () => ({
      wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing },
    }),
  ],
  // What is shown last has moved the chapters below it: go again where the address points.
  onComplete: () => document.querySelector(':target')?.scrollIntoView(),
})
