// The files of Clients/Console as bytes of the program. A new file is embedded here and named in the table.

#include "CEdgeDocuments.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t console_html[] = {
#embed "../../../Clients/Console/console.html"
};
static const uint8_t icon_svg[] = {
#embed "../../../Clients/Console/icon.svg"
};
static const uint8_t console_css[] = {
#embed "../../../Clients/Console/console.css"
};
static const uint8_t main_js[] = {
#embed "../../../Clients/Console/main.js"
};
static const uint8_t calls_js[] = {
#embed "../../../Clients/Console/calls.js"
};
static const uint8_t elements_js[] = {
#embed "../../../Clients/Console/elements.js"
};
static const uint8_t dialogs_js[] = {
#embed "../../../Clients/Console/dialogs.js"
};
static const uint8_t figures_js[] = {
#embed "../../../Clients/Console/figures.js"
};
static const uint8_t overview_js[] = {
#embed "../../../Clients/Console/overview.js"
};
static const uint8_t attention_js[] = {
#embed "../../../Clients/Console/attention.js"
};
static const uint8_t history_js[] = {
#embed "../../../Clients/Console/history.js"
};
static const uint8_t charts_js[] = {
#embed "../../../Clients/Console/charts.js"
};
static const uint8_t missing_accounts_js[] = {
#embed "../../../Clients/Console/missing-accounts.js"
};
static const uint8_t people_js[] = {
#embed "../../../Clients/Console/people.js"
};
static const uint8_t person_js[] = {
#embed "../../../Clients/Console/person.js"
};
static const uint8_t person_actions_js[] = {
#embed "../../../Clients/Console/person-actions.js"
};
static const uint8_t devices_js[] = {
#embed "../../../Clients/Console/devices.js"
};
static const uint8_t notifications_js[] = {
#embed "../../../Clients/Console/notifications.js"
};
static const uint8_t notification_js[] = {
#embed "../../../Clients/Console/notification.js"
};
static const uint8_t deliveries_js[] = {
#embed "../../../Clients/Console/deliveries.js"
};
static const uint8_t publishers_js[] = {
#embed "../../../Clients/Console/publishers.js"
};
static const uint8_t schedule_fields_js[] = {
#embed "../../../Clients/Console/schedule-fields.js"
};
static const uint8_t push_health_js[] = {
#embed "../../../Clients/Console/push-health.js"
};
static const uint8_t webhooks_js[] = {
#embed "../../../Clients/Console/webhooks.js"
};
static const uint8_t notification_texts_js[] = {
#embed "../../../Clients/Console/notification-texts.js"
};
static const uint8_t follow_js[] = {
#embed "../../../Clients/Console/follow.js"
};
static const uint8_t people_words_js[] = {
#embed "../../../Clients/Console/people-words.js"
};
static const uint8_t person_overview_js[] = {
#embed "../../../Clients/Console/person-overview.js"
};
static const uint8_t person_sessions_js[] = {
#embed "../../../Clients/Console/person-sessions.js"
};
static const uint8_t finder_js[] = {
#embed "../../../Clients/Console/finder.js"
};
static const uint8_t person_search_js[] = {
#embed "../../../Clients/Console/person-search.js"
};
static const uint8_t audience_people_js[] = {
#embed "../../../Clients/Console/audience-people.js"
};
static const uint8_t audience_rows_js[] = {
#embed "../../../Clients/Console/audience-rows.js"
};
static const uint8_t recurrence_js[] = {
#embed "../../../Clients/Console/recurrence.js"
};
static const uint8_t audience_fields_js[] = {
#embed "../../../Clients/Console/audience-fields.js"
};
static const uint8_t text_fields_js[] = {
#embed "../../../Clients/Console/text-fields.js"
};
static const uint8_t stored_choices_js[] = {
#embed "../../../Clients/Console/stored-choices.js"
};
static const uint8_t test_device_js[] = {
#embed "../../../Clients/Console/test-device.js"
};
static const uint8_t compose_start_js[] = {
#embed "../../../Clients/Console/compose-start.js"
};
static const uint8_t compose_js[] = {
#embed "../../../Clients/Console/compose.js"
};
static const uint8_t installations_js[] = {
#embed "../../../Clients/Console/installations.js"
};
static const uint8_t passkeys_js[] = {
#embed "../../../Clients/Console/passkeys.js"
};
static const uint8_t keys_js[] = {
#embed "../../../Clients/Console/keys.js"
};
static const uint8_t key_form_js[] = {
#embed "../../../Clients/Console/key-form.js"
};
static const uint8_t access_js[] = {
#embed "../../../Clients/Console/access.js"
};
static const uint8_t copy_js[] = {
#embed "../../../Clients/Console/copy.js"
};
static const uint8_t no_page_js[] = {
#embed "../../../Clients/Console/no-page.js"
};
static const uint8_t sign_in_js[] = {
#embed "../../../Clients/Console/sign-in.js"
};
static const uint8_t presence_js[] = {
#embed "../../../Clients/Console/presence.js"
};
static const uint8_t server_words_fr_js[] = {
#embed "../../../Clients/Console/server-words-fr.js"
};
static const uint8_t server_texts_js[] = {
#embed "../../../Clients/Console/server-texts.js"
};
static const uint8_t setting_words_fr_js[] = {
#embed "../../../Clients/Console/setting-words-fr.js"
};
static const uint8_t log_js[] = {
#embed "../../../Clients/Console/log.js"
};
static const uint8_t audit_entries_js[] = {
#embed "../../../Clients/Console/audit-entries.js"
};
static const uint8_t answered_calls_js[] = {
#embed "../../../Clients/Console/answered-calls.js"
};
static const uint8_t security_events_js[] = {
#embed "../../../Clients/Console/security-events.js"
};
static const uint8_t csv_js[] = {
#embed "../../../Clients/Console/csv.js"
};
static const uint8_t people_list_js[] = {
#embed "../../../Clients/Console/people-list.js"
};
static const uint8_t people_filters_js[] = {
#embed "../../../Clients/Console/people-filters.js"
};
static const uint8_t people_bulk_js[] = {
#embed "../../../Clients/Console/people-bulk.js"
};
static const uint8_t person_form_js[] = {
#embed "../../../Clients/Console/person-form.js"
};
static const uint8_t push_device_names_js[] = {
#embed "../../../Clients/Console/push-device-names.js"
};
static const uint8_t warnings_js[] = {
#embed "../../../Clients/Console/warnings.js"
};
static const uint8_t device_names_js[] = {
#embed "../../../Clients/Console/device-names.js"
};
static const uint8_t person_filter_js[] = {
#embed "../../../Clients/Console/person-filter.js"
};
static const uint8_t person_sharing_js[] = {
#embed "../../../Clients/Console/person-sharing.js"
};
static const uint8_t person_notifications_js[] = {
#embed "../../../Clients/Console/person-notifications.js"
};
static const uint8_t checks_js[] = {
#embed "../../../Clients/Console/checks.js"
};
static const uint8_t backups_js[] = {
#embed "../../../Clients/Console/backups.js"
};
static const uint8_t map_js[] = {
#embed "../../../Clients/Console/map.js"
};
static const uint8_t map_list_js[] = {
#embed "../../../Clients/Console/map-list.js"
};
static const uint8_t map_streets_js[] = {
#embed "../../../Clients/Console/map-streets.js"
};
static const uint8_t map_device_js[] = {
#embed "../../../Clients/Console/map-device.js"
};
static const uint8_t settings_js[] = {
#embed "../../../Clients/Console/settings.js"
};
static const uint8_t api_js[] = {
#embed "../../../Clients/Console/api.js"
};
static const uint8_t document_js[] = {
#embed "../../../Clients/Console/document.js"
};
static const uint8_t server_page_words_js[] = {
#embed "../../../Clients/Console/server-page-words.js"
};
static const uint8_t document_example_js[] = {
#embed "../../../Clients/Console/document-example.js"
};
static const uint8_t en_json[] = {
#embed "../../../Clients/Console/texts/en.json"
};
static const uint8_t fr_json[] = {
#embed "../../../Clients/Console/texts/fr.json"
};
static const uint8_t en_compose_json[] = {
#embed "../../../Clients/Console/texts/en.compose.json"
};
static const uint8_t fr_compose_json[] = {
#embed "../../../Clients/Console/texts/fr.compose.json"
};
static const uint8_t en_log_json[] = {
#embed "../../../Clients/Console/texts/en.log.json"
};
static const uint8_t en_server_json[] = {
#embed "../../../Clients/Console/texts/en.server.json"
};
static const uint8_t fr_log_json[] = {
#embed "../../../Clients/Console/texts/fr.log.json"
};
static const uint8_t fr_server_json[] = {
#embed "../../../Clients/Console/texts/fr.server.json"
};
static const uint8_t en_people_json[] = {
#embed "../../../Clients/Console/texts/en.people.json"
};
static const uint8_t fr_people_json[] = {
#embed "../../../Clients/Console/texts/fr.people.json"
};

#define FILE_NAMED(name, bytes) {name, {bytes, sizeof bytes}}

static const edge_page files[] = {
    FILE_NAMED("console.html", console_html),
    FILE_NAMED("icon.svg", icon_svg),
    FILE_NAMED("console.css", console_css),
    FILE_NAMED("main.js", main_js),
    FILE_NAMED("calls.js", calls_js),
    FILE_NAMED("elements.js", elements_js),
    FILE_NAMED("dialogs.js", dialogs_js),
    FILE_NAMED("figures.js", figures_js),
    FILE_NAMED("overview.js", overview_js),
    FILE_NAMED("attention.js", attention_js),
    FILE_NAMED("history.js", history_js),
    FILE_NAMED("charts.js", charts_js),
    FILE_NAMED("missing-accounts.js", missing_accounts_js),
    FILE_NAMED("people.js", people_js),
    FILE_NAMED("person.js", person_js),
    FILE_NAMED("person-actions.js", person_actions_js),
    FILE_NAMED("devices.js", devices_js),
    FILE_NAMED("notifications.js", notifications_js),
    FILE_NAMED("notification.js", notification_js),
    FILE_NAMED("deliveries.js", deliveries_js),
    FILE_NAMED("publishers.js", publishers_js),
    FILE_NAMED("schedule-fields.js", schedule_fields_js),
    FILE_NAMED("push-health.js", push_health_js),
    FILE_NAMED("webhooks.js", webhooks_js),
    FILE_NAMED("notification-texts.js", notification_texts_js),
    FILE_NAMED("follow.js", follow_js),
    FILE_NAMED("people-words.js", people_words_js),
    FILE_NAMED("person-overview.js", person_overview_js),
    FILE_NAMED("person-sessions.js", person_sessions_js),
    FILE_NAMED("finder.js", finder_js),
    FILE_NAMED("person-search.js", person_search_js),
    FILE_NAMED("audience-people.js", audience_people_js),
    FILE_NAMED("audience-rows.js", audience_rows_js),
    FILE_NAMED("recurrence.js", recurrence_js),
    FILE_NAMED("audience-fields.js", audience_fields_js),
    FILE_NAMED("text-fields.js", text_fields_js),
    FILE_NAMED("stored-choices.js", stored_choices_js),
    FILE_NAMED("test-device.js", test_device_js),
    FILE_NAMED("compose-start.js", compose_start_js),
    FILE_NAMED("compose.js", compose_js),
    FILE_NAMED("installations.js", installations_js),
    FILE_NAMED("passkeys.js", passkeys_js),
    FILE_NAMED("keys.js", keys_js),
    FILE_NAMED("key-form.js", key_form_js),
    FILE_NAMED("access.js", access_js),
    FILE_NAMED("copy.js", copy_js),
    FILE_NAMED("no-page.js", no_page_js),
    FILE_NAMED("sign-in.js", sign_in_js),
    FILE_NAMED("presence.js", presence_js),
    FILE_NAMED("server-words-fr.js", server_words_fr_js),
    FILE_NAMED("server-texts.js", server_texts_js),
    FILE_NAMED("setting-words-fr.js", setting_words_fr_js),
    FILE_NAMED("log.js", log_js),
    FILE_NAMED("audit-entries.js", audit_entries_js),
    FILE_NAMED("answered-calls.js", answered_calls_js),
    FILE_NAMED("security-events.js", security_events_js),
    FILE_NAMED("csv.js", csv_js),
    FILE_NAMED("people-list.js", people_list_js),
    FILE_NAMED("people-filters.js", people_filters_js),
    FILE_NAMED("people-bulk.js", people_bulk_js),
    FILE_NAMED("person-form.js", person_form_js),
    FILE_NAMED("push-device-names.js", push_device_names_js),
    FILE_NAMED("warnings.js", warnings_js),
    FILE_NAMED("device-names.js", device_names_js),
    FILE_NAMED("person-filter.js", person_filter_js),
    FILE_NAMED("person-notifications.js", person_notifications_js),
    FILE_NAMED("person-sharing.js", person_sharing_js),
    FILE_NAMED("backups.js", backups_js),
    FILE_NAMED("checks.js", checks_js),
    FILE_NAMED("map.js", map_js),
    FILE_NAMED("map-list.js", map_list_js),
    FILE_NAMED("map-device.js", map_device_js),
    FILE_NAMED("map-streets.js", map_streets_js),
    FILE_NAMED("settings.js", settings_js),
    FILE_NAMED("api.js", api_js),
    FILE_NAMED("document.js", document_js),
    FILE_NAMED("server-page-words.js", server_page_words_js),
    FILE_NAMED("document-example.js", document_example_js),
    FILE_NAMED("en.json", en_json),
    FILE_NAMED("fr.json", fr_json),
    FILE_NAMED("en.compose.json", en_compose_json),
    FILE_NAMED("fr.compose.json", fr_compose_json),
    FILE_NAMED("en.log.json", en_log_json),
    FILE_NAMED("en.server.json", en_server_json),
    FILE_NAMED("fr.log.json", fr_log_json),
    FILE_NAMED("fr.server.json", fr_server_json),
    FILE_NAMED("en.people.json", en_people_json),
    FILE_NAMED("fr.people.json", fr_people_json),
};

size_t edge_console_file_count(void) { return sizeof files / sizeof *files; }

edge_page edge_console_file_at(size_t position) { return files[position]; }
