"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "./button";
import { themes } from "./theme";
import { chooseTheme, useTheme } from "./theme-choice";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Steps through system, light and dark. */
export function ThemeToggle() {
  const theme = useTheme();
  const Icon = icons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <IconButton label={`Theme: ${theme}. Change to ${next}`} onClick={() => chooseTheme(next)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
