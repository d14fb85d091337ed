import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVICE = 'http://127.0.0.1:8000'

/** Built into `dist`, which the service serves at `/`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The service puts a new word here with every page: styles that scripts make are let in by it, and no others.
  html: { cspNonce: 'CSP_NONCE' },
  // `vite` serves the sources as they are written, in front of a service that runs already.
  server: { proxy: Object.fromEntries(['/api', '/login', '/register', '/problems'].map((path) => [path, SERVICE])) },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
})
