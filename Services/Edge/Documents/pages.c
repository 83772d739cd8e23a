// The files of Clients/Pages as bytes of the program. A new file is embedded here and named in the table.

#include "CEdgeDocuments.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t frame_html[] = {
#embed "../../../Clients/Pages/frame.html"
};
static const uint8_t welcome_html[] = {
#embed "../../../Clients/Pages/welcome.html"
};
static const uint8_t account_html[] = {
#embed "../../../Clients/Pages/account.html"
};
static const uint8_t forgot_html[] = {
#embed "../../../Clients/Pages/forgot.html"
};
static const uint8_t reset_html[] = {
#embed "../../../Clients/Pages/reset.html"
};
static const uint8_t notice_html[] = {
#embed "../../../Clients/Pages/notice.html"
};
static const uint8_t provider_link_html[] = {
#embed "../../../Clients/Pages/provider-link.html"
};
static const uint8_t provider_erasure_html[] = {
#embed "../../../Clients/Pages/provider-erasure.html"
};
static const uint8_t passkeys_js[] = {
#embed "../../../Clients/Pages/passkeys.js"
};
static const uint8_t export_js[] = {
#embed "../../../Clients/Pages/export.js"
};
static const uint8_t code_html[] = {
#embed "../../../Clients/Pages/code.html"
};
static const uint8_t code_second_step_html[] = {
#embed "../../../Clients/Pages/code-second-step.html"
};
static const uint8_t security_html[] = {
#embed "../../../Clients/Pages/security.html"
};
static const uint8_t security_sign_in_html[] = {
#embed "../../../Clients/Pages/security-sign-in.html"
};
static const uint8_t security_set_up_html[] = {
#embed "../../../Clients/Pages/security-set-up.html"
};
static const uint8_t security_form_html[] = {
#embed "../../../Clients/Pages/security-form.html"
};
static const uint8_t second_step_js[] = {
#embed "../../../Clients/Pages/second-step.js"
};
static const uint8_t email_js[] = {
#embed "../../../Clients/Pages/email.js"
};
static const uint8_t page_css[] = {
#embed "../../../Clients/Pages/page.css"
};
static const uint8_t account_js[] = {
#embed "../../../Clients/Pages/account.js"
};
static const uint8_t calls_js[] = {
#embed "../../../Clients/Pages/calls.js"
};
static const uint8_t elements_js[] = {
#embed "../../../Clients/Pages/elements.js"
};
static const uint8_t lists_js[] = {
#embed "../../../Clients/Pages/lists.js"
};
static const uint8_t views_js[] = {
#embed "../../../Clients/Pages/views.js"
};
static const uint8_t forms_js[] = {
#embed "../../../Clients/Pages/forms.js"
};
static const uint8_t cards_js[] = {
#embed "../../../Clients/Pages/cards.js"
};
static const uint8_t clients_js[] = {
#embed "../../../Clients/Pages/clients.js"
};
static const uint8_t device_names_js[] = {
#embed "../../../Clients/Console/device-names.js"
};
static const uint8_t pictures_js[] = {
#embed "../../../Clients/Pages/pictures.js"
};
static const uint8_t made_js[] = {
#embed "../../../Clients/Pages/made.js"
};
static const uint8_t profile_js[] = {
#embed "../../../Clients/Pages/profile.js"
};
static const uint8_t sign_in_js[] = {
#embed "../../../Clients/Pages/sign-in.js"
};
static const uint8_t sharing_js[] = {
#embed "../../../Clients/Pages/sharing.js"
};
static const uint8_t trackers_js[] = {
#embed "../../../Clients/Pages/trackers.js"
};
static const uint8_t forwarders_js[] = {
#embed "../../../Clients/Pages/forwarders.js"
};
static const uint8_t arrivals_js[] = {
#embed "../../../Clients/Pages/arrivals.js"
};
static const uint8_t circles_js[] = {
#embed "../../../Clients/Pages/circles.js"
};
static const uint8_t notifications_js[] = {
#embed "../../../Clients/Pages/notifications.js"
};
static const uint8_t erasure_js[] = {
#embed "../../../Clients/Pages/erasure.js"
};
static const uint8_t join_html[] = {
#embed "../../../Clients/Pages/join.html"
};
static const uint8_t join_js[] = {
#embed "../../../Clients/Pages/join.js"
};
static const uint8_t link_html[] = {
#embed "../../../Clients/Pages/link.html"
};
static const uint8_t link_password_html[] = {
#embed "../../../Clients/Pages/link-password.html"
};
static const uint8_t link_notice_html[] = {
#embed "../../../Clients/Pages/link-notice.html"
};
static const uint8_t link_js[] = {
#embed "../../../Clients/Pages/link.js"
};
static const uint8_t en_json[] = {
#embed "../../../Clients/Pages/texts/en.json"
};
static const uint8_t fr_json[] = {
#embed "../../../Clients/Pages/texts/fr.json"
};

#define FILE_NAMED(name, bytes) {name, {bytes, sizeof bytes}}

static const edge_page pages[] = {
    FILE_NAMED("frame.html", frame_html),     FILE_NAMED("welcome.html", welcome_html),
    FILE_NAMED("account.html", account_html), FILE_NAMED("forgot.html", forgot_html),
    FILE_NAMED("reset.html", reset_html),     FILE_NAMED("notice.html", notice_html),
    FILE_NAMED("page.css", page_css),         FILE_NAMED("account.js", account_js),
    FILE_NAMED("calls.js", calls_js),         FILE_NAMED("elements.js", elements_js),
    FILE_NAMED("lists.js", lists_js),         FILE_NAMED("erasure.js", erasure_js),
    FILE_NAMED("provider-link.html", provider_link_html),
    FILE_NAMED("provider-erasure.html", provider_erasure_html),
    FILE_NAMED("passkeys.js", passkeys_js),   FILE_NAMED("export.js", export_js),
    FILE_NAMED("code.html", code_html),
    FILE_NAMED("code-second-step.html", code_second_step_html),
    FILE_NAMED("security.html", security_html),
    FILE_NAMED("security-sign-in.html", security_sign_in_html),
    FILE_NAMED("security-set-up.html", security_set_up_html),
    FILE_NAMED("security-form.html", security_form_html),
    FILE_NAMED("second-step.js", second_step_js), FILE_NAMED("email.js", email_js),
    FILE_NAMED("views.js", views_js), FILE_NAMED("forms.js", forms_js),
    FILE_NAMED("cards.js", cards_js), FILE_NAMED("clients.js", clients_js),
    FILE_NAMED("device-names.js", device_names_js),
    FILE_NAMED("pictures.js", pictures_js), FILE_NAMED("made.js", made_js),
    FILE_NAMED("profile.js", profile_js), FILE_NAMED("sign-in.js", sign_in_js),
    FILE_NAMED("sharing.js", sharing_js), FILE_NAMED("trackers.js", trackers_js),
    FILE_NAMED("forwarders.js", forwarders_js),
    FILE_NAMED("arrivals.js", arrivals_js),
    FILE_NAMED("circles.js", circles_js), FILE_NAMED("notifications.js", notifications_js),
    FILE_NAMED("join.html", join_html),       FILE_NAMED("join.js", join_js),
    FILE_NAMED("link.html", link_html),
    FILE_NAMED("link-password.html", link_password_html),
    FILE_NAMED("link-notice.html", link_notice_html),
    FILE_NAMED("link.js", link_js),
    FILE_NAMED("en.json", en_json),           FILE_NAMED("fr.json", fr_json),
};

size_t edge_page_count(void) { return sizeof pages / sizeof *pages; }

edge_page edge_page_at(size_t position) { return pages[position]; }
