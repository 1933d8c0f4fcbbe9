// The library's version.
#pragma once

#include <stretto/core/platform.hpp>

/// The major version.
#define STRETTO_VERSION_MAJOR 0
/// The minor version.
#define STRETTO_VERSION_MINOR 1
/// The patch version.
#define STRETTO_VERSION_PATCH 0
/// The version as a string, for messages.
#define STRETTO_VERSION "0.1.0"
