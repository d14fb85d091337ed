import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import sidebar from './src/sidebar.json' with { type: 'json' }

export default defineConfig({
  integrations: [
    starlight({
      title: 'Bindery',
      description:
        'Turns the spreadsheets people really send each other into typed, versioned, governed tables, and back.',
      locales: { root: { label: 'English', lang: 'en' }, ja: { label: '日本語', lang: 'ja' } },
      customCss: ['./src/style/site.css'],
      sidebar,
    }),
  ],
  telemetry: false,
})
