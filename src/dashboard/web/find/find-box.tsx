import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { IdentifiedKeyAnswer } from '#contract/dashboard/find.ts'
import { interpretFind } from '#domain/find-query.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Trouble } from '../layout/error-view.tsx'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { findAddress, textIn } from '#domain/dashboard/addresses.ts'
import { pastedKeyQuery } from './pasted-key.ts'

/** The box above every page. `/` and Control+K focus it. */
export function FindBox() {
  const { hash, pathname } = useLocation()
  const inAddress = pathname === '/find' ? textIn(hash) : ''
  // The key remounts the box when the address changes, so that it shows the text of that address.
  return <Box key={inAddress} inAddress={inAddress} startsFocused={pathname === '/'} />
}

function Box({ inAddress, startsFocused }: { inAddress: string; startsFocused: boolean }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [text, setText] = useState(inAddress)
  const [refused, setRefused] = useState<'card-number' | 'webhook-secret' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const identify = useIdentify()
  useFocusByKey(input, startsFocused)

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    const meaning = interpretFind(typed)
    if (meaning.isSearchable) return void navigate(findAddress(typed))
    // A secret or a card number must not go into an address, nor stay on the screen.
    setText('')
    if (meaning.as === 'api-key') identify.mutate(typed, { onSuccess: () => identify.reset() })
    else setRefused(meaning.as)
  }

  return (
    <search className="find-box">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="q"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setRefused(null)
          }}
          aria-label={t('find.label')}
          aria-keyshortcuts="/ Control+K Meta+K"
          placeholder={t('find.hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="submit" className="quiet">
          {t('find.button')}
        </button>
      </form>
      <p role="alert" className="trouble">
        {refused !== null && t(`find.secret.${refused}`)}
      </p>
      <Trouble error={identify.error} />
    </search>
  )
}

/** Asks the server whose a pasted key is. The key leaves this function only in the body of the call. */
function useIdentify() {
  const { call, queryClient } = useDeps()
  const navigate = useNavigate()
  return useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: (text: string) =>
      call<IdentifiedKeyAnswer>('/keys/identify', { method: 'POST', body: { text } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(pastedKeyQuery.queryKey, answer)
      void navigate('/find?key')
    },
  })
}

/** Focuses the box on `/`, and on Control or Command with K, also where text is typed. `atOnce` focuses it at the start. */
function useFocusByKey(input: RefObject<HTMLInputElement | null>, atOnce: boolean) {
  function focus() {
    input.current?.focus()
    input.current?.select()
  }
  useKeys({ '/': focus })
  useEffect(() => {
    if (atOnce) input.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      const isOpen = document.querySelector('dialog[open]') !== null
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || isOpen) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, atOnce])
}
