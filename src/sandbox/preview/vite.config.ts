import { mergeConfig } from 'vite'
import base from '../../../vite.config.ts'
import { previewStates } from './preview-states.ts'

/** `npm run preview`: every state of the sandbox's page, without a server behind it. */
export default mergeConfig(base, {
  mode: 'sandbox',
  plugins: [previewStates({ serverEntry: '/src/sandbox/page/entry-server.tsx' })],
})
