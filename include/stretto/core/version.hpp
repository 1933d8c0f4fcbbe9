// The library's version.
#pragma once

#include <stretto/core/platform.hpp>

/// The first number of the version.
#define STRETTO_VERSION_MAJOR 0
/// The second number of the version.
#define STRETTO_VERSION_MINOR 1
/// The third number of the version.
#define STRETTO_VERSION_PATCH 0
/// The version as a string, for messages.
#define STRETTO_VERSION "0.1.0"
