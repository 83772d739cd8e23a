// The texts of messages to people and the common passwords, as bytes of the program (#embed, C23 section 6.10.4).

#include "CMessageTemplates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t en_account_exported_html[] = {
#embed "en/account-exported.html"
};
static const uint8_t en_account_exported_txt[] = {
#embed "en/account-exported.txt"
};
static const uint8_t en_account_exported_by_operator_html[] = {
#embed "en/account-exported-by-operator.html"
};
static const uint8_t en_account_exported_by_operator_txt[] = {
#embed "en/account-exported-by-operator.txt"
};
static const uint8_t en_email_change_html[] = {
#embed "en/email-change.html"
};
static const uint8_t en_email_change_txt[] = {
#embed "en/email-change.txt"
};
static const uint8_t en_email_changed_html[] = {
#embed "en/email-changed.html"
};
static const uint8_t en_email_changed_txt[] = {
#embed "en/email-changed.txt"
};
static const uint8_t en_email_taken_html[] = {
#embed "en/email-taken.html"
};
static const uint8_t en_email_taken_txt[] = {
#embed "en/email-taken.txt"
};
static const uint8_t en_email_verification_html[] = {
#embed "en/email-verification.html"
};
static const uint8_t en_email_verification_txt[] = {
#embed "en/email-verification.txt"
};
static const uint8_t en_invitation_html[] = {
#embed "en/invitation.html"
};
static const uint8_t en_invitation_txt[] = {
#embed "en/invitation.txt"
};
static const uint8_t en_new_forwarder_html[] = {
#embed "en/new-forwarder.html"
};
static const uint8_t en_new_forwarder_txt[] = {
#embed "en/new-forwarder.txt"
};
static const uint8_t en_new_sign_in_html[] = {
#embed "en/new-sign-in.html"
};
static const uint8_t en_new_sign_in_txt[] = {
#embed "en/new-sign-in.txt"
};
static const uint8_t en_password_reset_html[] = {
#embed "en/password-reset.html"
};
static const uint8_t en_password_reset_txt[] = {
#embed "en/password-reset.txt"
};
static const uint8_t en_phone_code_txt[] = {
#embed "en/phone-code.txt"
};
static const uint8_t en_proof_code_html[] = {
#embed "en/proof-code.html"
};
static const uint8_t en_proof_code_txt[] = {
#embed "en/proof-code.txt"
};
static const uint8_t en_sign_in_code_html[] = {
#embed "en/sign-in-code.html"
};
static const uint8_t en_sign_in_code_txt[] = {
#embed "en/sign-in-code.txt"
};
static const uint8_t fr_account_exported_html[] = {
#embed "fr/account-exported.html"
};
static const uint8_t fr_account_exported_txt[] = {
#embed "fr/account-exported.txt"
};
static const uint8_t fr_account_exported_by_operator_html[] = {
#embed "fr/account-exported-by-operator.html"
};
static const uint8_t fr_account_exported_by_operator_txt[] = {
#embed "fr/account-exported-by-operator.txt"
};
static const uint8_t fr_email_change_html[] = {
#embed "fr/email-change.html"
};
static const uint8_t fr_email_change_txt[] = {
#embed "fr/email-change.txt"
};
static const uint8_t fr_email_changed_html[] = {
#embed "fr/email-changed.html"
};
static const uint8_t fr_email_changed_txt[] = {
#embed "fr/email-changed.txt"
};
static const uint8_t fr_email_taken_html[] = {
#embed "fr/email-taken.html"
};
static const uint8_t fr_email_taken_txt[] = {
#embed "fr/email-taken.txt"
};
static const uint8_t fr_email_verification_html[] = {
#embed "fr/email-verification.html"
};
static const uint8_t fr_email_verification_txt[] = {
#embed "fr/email-verification.txt"
};
static const uint8_t fr_invitation_html[] = {
#embed "fr/invitation.html"
};
static const uint8_t fr_invitation_txt[] = {
#embed "fr/invitation.txt"
};
static const uint8_t fr_new_forwarder_html[] = {
#embed "fr/new-forwarder.html"
};
static const uint8_t fr_new_forwarder_txt[] = {
#embed "fr/new-forwarder.txt"
};
static const uint8_t fr_new_sign_in_html[] = {
#embed "fr/new-sign-in.html"
};
static const uint8_t fr_new_sign_in_txt[] = {
#embed "fr/new-sign-in.txt"
};
static const uint8_t fr_password_reset_html[] = {
#embed "fr/password-reset.html"
};
static const uint8_t fr_password_reset_txt[] = {
#embed "fr/password-reset.txt"
};
static const uint8_t fr_phone_code_txt[] = {
#embed "fr/phone-code.txt"
};
static const uint8_t fr_proof_code_html[] = {
#embed "fr/proof-code.html"
};
static const uint8_t fr_proof_code_txt[] = {
#embed "fr/proof-code.txt"
};
static const uint8_t fr_sign_in_code_html[] = {
#embed "fr/sign-in-code.html"
};
static const uint8_t fr_sign_in_code_txt[] = {
#embed "fr/sign-in-code.txt"
};

#define TEMPLATE(path, bytes) {path, bytes, sizeof bytes}

static const message_template templates[] = {
    TEMPLATE("en/account-exported.html", en_account_exported_html),
    TEMPLATE("en/account-exported.txt", en_account_exported_txt),
    TEMPLATE("en/account-exported-by-operator.html", en_account_exported_by_operator_html),
    TEMPLATE("en/account-exported-by-operator.txt", en_account_exported_by_operator_txt),
    TEMPLATE("en/email-change.html", en_email_change_html),
    TEMPLATE("en/email-change.txt", en_email_change_txt),
    TEMPLATE("en/email-changed.html", en_email_changed_html),
    TEMPLATE("en/email-changed.txt", en_email_changed_txt),
    TEMPLATE("en/email-taken.html", en_email_taken_html),
    TEMPLATE("en/email-taken.txt", en_email_taken_txt),
    TEMPLATE("en/email-verification.html", en_email_verification_html),
    TEMPLATE("en/email-verification.txt", en_email_verification_txt),
    TEMPLATE("en/invitation.html", en_invitation_html),
    TEMPLATE("en/invitation.txt", en_invitation_txt),
    TEMPLATE("en/new-forwarder.html", en_new_forwarder_html),
    TEMPLATE("en/new-forwarder.txt", en_new_forwarder_txt),
    TEMPLATE("en/new-sign-in.html", en_new_sign_in_html),
    TEMPLATE("en/new-sign-in.txt", en_new_sign_in_txt),
    TEMPLATE("en/password-reset.html", en_password_reset_html),
    TEMPLATE("en/password-reset.txt", en_password_reset_txt),
    TEMPLATE("en/phone-code.txt", en_phone_code_txt),
    TEMPLATE("en/proof-code.html", en_proof_code_html),
    TEMPLATE("en/proof-code.txt", en_proof_code_txt),
    TEMPLATE("en/sign-in-code.html", en_sign_in_code_html),
    TEMPLATE("en/sign-in-code.txt", en_sign_in_code_txt),
    TEMPLATE("fr/account-exported.html", fr_account_exported_html),
    TEMPLATE("fr/account-exported.txt", fr_account_exported_txt),
    TEMPLATE("fr/account-exported-by-operator.html", fr_account_exported_by_operator_html),
    TEMPLATE("fr/account-exported-by-operator.txt", fr_account_exported_by_operator_txt),
    TEMPLATE("fr/email-change.html", fr_email_change_html),
    TEMPLATE("fr/email-change.txt", fr_email_change_txt),
    TEMPLATE("fr/email-changed.html", fr_email_changed_html),
    TEMPLATE("fr/email-changed.txt", fr_email_changed_txt),
    TEMPLATE("fr/email-taken.html", fr_email_taken_html),
    TEMPLATE("fr/email-taken.txt", fr_email_taken_txt),
    TEMPLATE("fr/email-verification.html", fr_email_verification_html),
    TEMPLATE("fr/email-verification.txt", fr_email_verification_txt),
    TEMPLATE("fr/invitation.html", fr_invitation_html),
    TEMPLATE("fr/invitation.txt", fr_invitation_txt),
    TEMPLATE("fr/new-forwarder.html", fr_new_forwarder_html),
    TEMPLATE("fr/new-forwarder.txt", fr_new_forwarder_txt),
    TEMPLATE("fr/new-sign-in.html", fr_new_sign_in_html),
    TEMPLATE("fr/new-sign-in.txt", fr_new_sign_in_txt),
    TEMPLATE("fr/password-reset.html", fr_password_reset_html),
    TEMPLATE("fr/password-reset.txt", fr_password_reset_txt),
    TEMPLATE("fr/phone-code.txt", fr_phone_code_txt),
    TEMPLATE("fr/proof-code.html", fr_proof_code_html),
    TEMPLATE("fr/proof-code.txt", fr_proof_code_txt),
    TEMPLATE("fr/sign-in-code.html", fr_sign_in_code_html),
    TEMPLATE("fr/sign-in-code.txt", fr_sign_in_code_txt),
};

size_t message_template_count(void) { return sizeof templates / sizeof templates[0]; }

message_template message_template_at(size_t index) { return templates[index]; }

static const uint8_t common_passwords_txt[] = {
#embed "../Passwords/common-passwords.txt"
};

message_template common_passwords(void)
{
    return (message_template){"common-passwords.txt", common_passwords_txt, sizeof common_passwords_txt};
}
