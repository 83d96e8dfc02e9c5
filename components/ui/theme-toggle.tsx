"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";
import { parseTheme, type Theme, themeCookie, themes } from "./theme";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Steps through system, light and dark; kept in a cookie, so that the server renders it too. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(parseTheme(document.documentElement.dataset["theme"])), []);

  function choose(next: Theme) {
    setTheme(next);
    if (next === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset["theme"] = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox and insecure origins.
    document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
  }

  const Icon = icons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <IconButton label={`Theme: ${theme}. Change to ${next}`} onClick={() => choose(next)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
