import './styles/workshop.css'
import './zod-without-eval.ts'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { WORKSHOP_ROOT_ID } from './root.ts'
import { Workshop } from './routes.tsx'

const root = document.getElementById(WORKSHOP_ROOT_ID)
if (root === null) throw new Error(`the document has no #${WORKSHOP_ROOT_ID}`)

createRoot(root).render(
  <BrowserRouter>
    <Workshop />
  </BrowserRouter>,
)
