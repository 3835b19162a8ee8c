//! The language of a person, as the environment of the program names it.

use std::env;

use katarenga_rules::Language;

/// The language of the environment; English where it names none, or one without texts.
pub(crate) fn of_environment() -> Language {
    chosen(|name| env::var(name).ok()).unwrap_or_default()
}

/// As POSIX has it, the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty names the
/// language; before it, as GNU has it, come those listed in `LANGUAGE`, unless it is `C`.
fn chosen(variable: impl Fn(&str) -> Option<String>) -> Option<Language> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)?;
    if ["C", "POSIX"].contains(&name_of(&locale)) {
        return None;
    }
    let list = set("LANGUAGE").unwrap_or_default();
    list.split(':').chain([locale.as_str()]).find_map(|locale| name_of(locale).parse().ok())
}

/// `fr` of `fr_CA.UTF-8@euro`.
fn name_of(locale: &str) -> &str {
    locale.split(['_', '-', '.', '@']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(variables: &[(&str, &str)]) -> Language {
        let value = |name: &str| variables.iter().find(|(key, _)| *key == name);
        chosen(|name| value(name).map(|(_, value)| (*value).to_owned())).unwrap_or_default()
    }

    #[test]
    fn f34_a_locale_names_a_language() {
        for french in ["fr", "fr_FR.UTF-8", "fr_CA", "fr_BE@euro", "FR_FR", "fr.UTF-8", "fr-CH"] {
            assert_eq!(language(&[("LANG", french)]), Language::French, "{french}");
        }
        for other in ["", "C", "C.UTF-8", "POSIX", "en_GB.UTF-8", "de_DE", "frr_DE", "f", "_fr"] {
            assert_eq!(language(&[("LANG", other)]), Language::English, "{other}");
        }
        assert_eq!(language(&[]), Language::English);
    }

    #[test]
    fn f34_the_first_variable_that_is_not_empty_counts() {
        let (en, fr) = ("en_GB.UTF-8", "fr_FR.UTF-8");
        for (all, messages, lang, expected) in [
            (fr, en, en, Language::French),
            (en, fr, fr, Language::English),
            ("", fr, en, Language::French),
            ("", "", fr, Language::French),
            ("", en, fr, Language::English),
            ("C", fr, fr, Language::English),
            ("de_DE", fr, fr, Language::English),
        ] {
            let set = [("LC_ALL", all), ("LC_MESSAGES", messages), ("LANG", lang)];
            assert_eq!(language(&set), expected, "{set:?}");
        }
    }

    #[test]
    fn f34_a_list_of_languages_comes_first_but_not_before_none() {
        for (list, lang, expected) in [
            ("fr:en", "en_GB.UTF-8", Language::French),
            ("de:fr_CA:en", "en_GB", Language::French),
            ("en:fr", "fr_FR", Language::English),
            ("de", "fr_FR", Language::French),
            ("", "fr_FR", Language::French),
            ("fr", "C", Language::English),
            ("fr", "C.UTF-8", Language::English),
            ("fr", "", Language::English),
        ] {
            let set = [("LANGUAGE", list), ("LANG", lang)];
            assert_eq!(language(&set), expected, "{set:?}");
        }
    }
}
