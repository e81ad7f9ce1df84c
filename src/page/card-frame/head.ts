import './announce.ts'
import './look.ts'
