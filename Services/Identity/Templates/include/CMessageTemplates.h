// The texts of messages to people, and the common passwords, that are part of the program.

#ifndef CMESSAGETEMPLATES_H
#define CMESSAGETEMPLATES_H

#include <stddef.h>
#include <stdint.h>

/// A file that is part of the program. Its bytes stay where they are and never change.
typedef struct {
    /// Language and name: `en/password-reset.txt`.
    const char *path;
    const uint8_t *bytes;
    size_t count;
} message_template;

/// How many there are.
size_t message_template_count(void);

/// One of them, by its number from 0.
message_template message_template_at(size_t index);

/// The most common passwords, with spaces and line feeds between them.
message_template common_passwords(void);

#endif
