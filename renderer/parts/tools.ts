export { AuditPage } from '../features/audit/AuditPage.tsx';
export { ExportBundle } from '../features/exchange/ExportBundle.tsx';
export { ImportBundle } from '../features/exchange/ImportBundle.tsx';
export { Palette } from '../features/palette/Palette.tsx';
export { SearchTexts } from '../features/search/SearchTexts.tsx';
export { ForgetAll } from '../features/settings/SettingsDialog.tsx';
export { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
export { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx';
