import { SIGN_IN_LINK_MINUTES } from '../../../contract/viewer.ts'
import { CommandLine } from './command-line.tsx'

/** How to get a sign-in link: the operator issues it with a command. */
export function AskForLink({ merchantId }: { merchantId?: string | undefined }) {
  return (
    <>
      <p>
        The operator of this sandbox makes a link, which signs in once, within{' '}
        {SIGN_IN_LINK_MINUTES} minutes. It needs no API key, which does not belong in a browser.
      </p>
      <CommandLine command={`merchants sign-in ${merchantId ?? '<merchantId>'}`} />
    </>
  )
}
