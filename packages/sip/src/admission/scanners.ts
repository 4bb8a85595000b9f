/**
 * Programs that search the internet for telephone systems to break into, by the names that they give themselves. A response tells
 * them that there is one.
 */
const SCANNERS =
  /^\W*(?:friendly-(?:scanner|request)|sipvicious|sipcli|sip-?scan|pplsip|vaxsip|vaxipuseragent|sundayddr|siparmyknife|sipptk|iwar\b|smap\b|mr\.?sip|masscan|zgrab)/i;

export function isScanner(userAgent: string): boolean {
  return SCANNERS.test(userAgent);
}
