/**
 * For engines whose console is not available by WebDriver: a script that records errors from its first run on, and
 * returns the errors since its last run.
 */
export const TAKE_TROUBLES = `
  const recorded = (window.recordedTroubles ??= record())
  return recorded.splice(0)

  function record() {
    const troubles = []
    const logError = console.error
    console.error = (...words) => {
      troubles.push(words.join(' '))
      logError.apply(console, words)
    }
    addEventListener('error', ({ message }) => troubles.push(message))
    addEventListener('unhandledrejection', ({ reason }) => troubles.push(String(reason)))
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      troubles.push('Content-Security-Policy: ' + violatedDirective + ' ' + blockedURI)
    })
    return troubles
  }
`
