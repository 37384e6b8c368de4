export async function measurePage() { return {}; }
