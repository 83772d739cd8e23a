// libpq's header: the C client of PostgreSQL. pkg-config says where it stands.
#pragma once
#include <libpq-fe.h>
